package tender.server.rest;

/** A request that is answered with a problem. */
final class ProblemException extends RuntimeException {
  private final Problem problem;

  ProblemException(Problem problem) {
    super(problem.detail());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }

  static ProblemException unreadable(String detail, String advice) {
    return new ProblemException(new Problem(400, detail, advice));
  }

  static ProblemException unauthorized(String detail) {
    return new ProblemException(
        new Problem(
            401,
            detail,
            "Send the header \"Authorization: Bearer TOKEN\" with a token from the market's operator."));
  }

  static ProblemException notFound(String detail, String advice) {
    return new ProblemException(new Problem(404, detail, advice));
  }

  static ProblemException tooSlow(String detail) {
    return new ProblemException(
        new Problem(408, detail, "Send it again, over a faster line if there is one."));
  }

  static ProblemException tooLarge(String detail, String advice) {
    return new ProblemException(new Problem(413, detail, advice));
  }

  static ProblemException notUsable(String detail, String advice) {
    return new ProblemException(new Problem(422, detail, advice));
  }

  static ProblemException unavailable(String detail) {
    return new ProblemException(new Problem(503, detail, "Try again in a few seconds."));
  }
}
