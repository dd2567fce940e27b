package tender.support.http;

import java.util.OptionalInt;

/** Ends a request with a problem response. */
public final class ProblemException extends RuntimeException {
  private final Problem problem;
  private final OptionalInt retryAfterSeconds;

  public ProblemException(Problem problem) {
    this(problem, OptionalInt.empty());
  }

  private ProblemException(Problem problem, OptionalInt retryAfterSeconds) {
    super(problem.detail());
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** After which time the same request may be answered; empty if that is unknown. */
  OptionalInt retryAfterSeconds() {
    return retryAfterSeconds;
  }

  public Problem problem() {
    return problem;
  }

  public static ProblemException badRequest(String detail, String advice) {
    return new ProblemException(new Problem(400, detail, advice));
  }

  public static ProblemException unauthorized(String detail, String advice) {
    return new ProblemException(new Problem(401, detail, advice));
  }

  public static ProblemException forbidden(String detail, String advice) {
    return new ProblemException(new Problem(403, detail, advice));
  }

  public static ProblemException notFound(String detail, String advice) {
    return new ProblemException(new Problem(404, detail, advice));
  }

  public static ProblemException requestTimeout(String detail) {
    return new ProblemException(
        new Problem(408, detail, "Send the request again over a faster connection."));
  }

  public static ProblemException tooLarge(String detail, String advice) {
    return new ProblemException(new Problem(413, detail, advice));
  }

  public static ProblemException unprocessable(String detail, String advice) {
    return new ProblemException(new Problem(422, detail, advice));
  }

  public static ProblemException tooManyRequests(
      String detail, String advice, int retryAfterSeconds) {
    return new ProblemException(
        new Problem(429, detail, advice), OptionalInt.of(retryAfterSeconds));
  }

  public static ProblemException unavailable(String detail) {
    return new ProblemException(new Problem(503, detail, "Try again in a few seconds."));
  }
}
