package tender.workload.swf;

/**
 * A problem in a line of a trace.
 *
 * @param line counted from 1
 * @param text what the line contains and why it cannot be used, safe to print
 */
public record SwfFinding(long line, SwfProblem problem, String text) {
  @Override
  public String toString() {
    return "line " + line + ": " + text;
  }
}
