package tender.experiments.definition;

/** Which window of a trace an experiment uses. */
public sealed interface WindowRule {

  /** The window that starts on this day of the trace. */
  record FromDay(int day) implements WindowRule {}

  /**
   * The window that matches a row of a paper's table, found by {@code WindowSearch}.
   *
   * @param jobs the paper's number of jobs
   * @param load the paper's load
   * @param drawn whether each seed draws one of all windows that match, instead of the nearest
   */
  record Matched(int jobs, double load, boolean drawn) implements WindowRule {}
}
