package tender.support.http;

/** Ends a request with a problem response. */
public final class ProblemException extends RuntimeException {
  private final Problem problem;

  public ProblemException(Problem problem) {
    super(problem.detail());
    this.problem = problem;
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

  public static ProblemException unavailable(String detail) {
    return new ProblemException(new Problem(503, detail, "Try again in a few seconds."));
  }
}
