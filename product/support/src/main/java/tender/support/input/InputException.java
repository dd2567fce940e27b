package tender.support.input;

/**
 * An input file is invalid. The message is for the user: it has the position, the given value, the
 * expected value and the advice, and it is safe to print on a terminal.
 */
public final class InputException extends RuntimeException {
  private final String problem;
  private final String advice;

  InputException(String problem, String advice) {
    super(problem + "\n" + advice);
    this.problem = problem;
    this.advice = advice;
  }

  /** The position and what is wrong there. */
  public String problem() {
    return problem;
  }

  /** What to do about it. */
  public String advice() {
    return advice;
  }
}
