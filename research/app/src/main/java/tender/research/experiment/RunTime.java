package tender.research.experiment;

import java.time.Duration;
import java.time.LocalDate;
import tender.cli.output.TextPage;

/**
 * When an experiment was run and how long it took, so that its figures can be cited.
 *
 * @param date on which it ended, in UTC
 * @param earlierRuns runs that were complete before it was started
 */
public record RunTime(LocalDate date, Duration elapsed, int earlierRuns) {

  /** The last lines of an experiment's text output. */
  void print(TextPage page, int seeds) {
    page.heading("Run");
    page.line("  %s UTC, %s, %s".formatted(date, seeds(seeds), elapsedText()));
    if (earlierRuns > 0) {
      page.line("  without the time of " + earlierRuns + " runs that were complete before");
    }
  }

  private static String seeds(int seeds) {
    return seeds == 1 ? "1 seed" : seeds + " seeds";
  }

  /** Such as 12 min 3 s. */
  private String elapsedText() {
    long minutes = elapsed.toMinutes();
    return (minutes > 0 ? minutes + " min " : "") + elapsed.toSecondsPart() + " s";
  }

  /** The elapsed time in whole seconds. */
  public long seconds() {
    return elapsed.toSeconds();
  }
}
