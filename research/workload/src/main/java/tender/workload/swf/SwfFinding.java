package tender.workload.swf;

/**
 * Something wrong at a line of a log.
 *
 * @param line counted from 1
 * @param text what is there and why it cannot be used, safe to print
 */
public record SwfFinding(long line, SwfProblem problem, String text) {
  @Override
  public String toString() {
    return "line " + line + ": " + text;
  }
}
