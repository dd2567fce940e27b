package tender.server.api;

/**
 * A request of a user failed. Message and advice are for the user: what is wrong, with the value
 * that was given, and what to do next.
 */
public final class ApiException extends RuntimeException {
  private final Kind kind;
  private final String advice;

  /** The kind of failure. */
  public enum Kind {
    /** It does not exist or belongs to another user, which the message does not distinguish. */
    NOT_FOUND,
    /** The bag is in the wrong state, or the idempotency key was used for another bag. */
    CONFLICT,
    /** A value is invalid. */
    INVALID,
    /** The person is not allowed to do this. */
    REFUSED,
    /** A quota is reached, or there were too many such requests; try again later. */
    TOO_MANY,
    /** It exceeds a size limit. */
    TOO_LARGE,
    /** The server cannot answer now; the request may be repeated. */
    UNAVAILABLE
  }

  public ApiException(Kind kind, String message, String advice) {
    super(message);
    this.kind = kind;
    this.advice = advice;
  }

  public static ApiException notFound(String message, String advice) {
    return new ApiException(Kind.NOT_FOUND, message, advice);
  }

  public static ApiException conflict(String message, String advice) {
    return new ApiException(Kind.CONFLICT, message, advice);
  }

  public static ApiException invalid(String message, String advice) {
    return new ApiException(Kind.INVALID, message, advice);
  }

  public static ApiException refused(String message, String advice) {
    return new ApiException(Kind.REFUSED, message, advice);
  }

  public static ApiException tooMany(String message, String advice) {
    return new ApiException(Kind.TOO_MANY, message, advice);
  }

  public static ApiException unavailable(String message, String advice) {
    return new ApiException(Kind.UNAVAILABLE, message, advice);
  }

  public Kind kind() {
    return kind;
  }

  public String advice() {
    return advice;
  }
}
