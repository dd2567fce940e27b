package tender.server.api;

/**
 * What a person asked for is not done. Message and advice are for that person: what is wrong, with
 * the value that was given, and what to do next.
 */
public final class ApiException extends RuntimeException {
  private final Kind kind;
  private final String advice;

  /** Of what kind a refusal is. */
  public enum Kind {
    /** There is none, or it is somebody else's, which sounds the same. */
    NOT_FOUND,
    /** This person may not do this. */
    NOT_ALLOWED,
    /** It does not fit the state that the bag is in, or the key was used for something else. */
    CONFLICT,
    /** It is understood, but cannot be done so. */
    INVALID,
    /** It is more than is taken. */
    TOO_LARGE,
    /** Not now, but perhaps in a moment. */
    UNAVAILABLE
  }

  public ApiException(Kind kind, String message, String advice) {
    super(message);
    this.kind = kind;
    this.advice = advice;
  }

  public Kind kind() {
    return kind;
  }

  public String advice() {
    return advice;
  }
}
