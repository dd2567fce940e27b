package tender.research.faulttest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.cli.output.TextPage;

/** The text output of {@code tender-research fault-test}. */
final class SearchReport {
  private final SearchResult result;

  SearchReport(SearchResult result) {
    this.result = result;
  }

  void print(TextPage page) {
    FaultTotals totals = result.totals();
    page.line(
        "Seeds %s to %s, %s worlds."
            .formatted(result.firstSeed(), result.lastSeed(), result.kind()));
    TotalsReport report = new TotalsReport(totals, result.kind());
    report.printFaults(page);
    report.printOutcome(page, ofTheSearch());
    report.printViolations(page);
    page.line("");
    page.headline(
        result.isClean(),
        NumberText.counted(totals.violated().size(), "violation")
            + " in "
            + NumberText.counted(totals.worlds(), "world")
            + (result.endedEarly()
                ? ", of " + NumberText.count(result.requested()) + " requested"
                : ""));
  }

  private List<TotalsReport.Line> ofTheSearch() {
    List<TotalsReport.Line> lines = new ArrayList<>();
    if (result.worldsPerCpuSecond() > 0) {
      String rate = String.format(Locale.ROOT, "%,.1f", result.worldsPerCpuSecond());
      lines.add(new TotalsReport.Line("worlds per second and core", rate));
    }
    lines.add(new TotalsReport.Line("hash of all worlds", NumberText.hash(result.totals().hash())));
    return lines;
  }
}
