package tender.cli.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.cli.output.Page;

/** The answer of {@code tender faults} for people. */
final class SearchReport {
  private final SearchResult result;

  SearchReport(SearchResult result) {
    this.result = result;
  }

  void print(Page page) {
    FaultTotals totals = result.totals();
    page.sentence(
        "Seeds "
            + result.firstSeed()
            + " to "
            + result.lastSeed()
            + ", "
            + result.size()
            + " worlds.");
    TotalsReport report = new TotalsReport(totals, result.size());
    report.printFaults(page);
    report.printOutcome(page, ofTheSearch());
    report.printViolations(page);
    page.sentence("");
    page.answer(
        result.isClean(),
        Figures.counted(totals.violated().size(), "violation")
            + " in "
            + Figures.counted(totals.worlds(), "world")
            + (result.endedEarly() ? ", of " + Figures.count(result.asked()) + " asked for" : ""));
  }

  private List<TotalsReport.Line> ofTheSearch() {
    List<TotalsReport.Line> lines = new ArrayList<>();
    if (result.worldsPerCpuSecond() > 0) {
      String rate = String.format(Locale.ROOT, "%,.1f", result.worldsPerCpuSecond());
      lines.add(new TotalsReport.Line("worlds per second and core", rate));
    }
    lines.add(new TotalsReport.Line("hash of all worlds", Figures.hash(result.totals().hash())));
    return lines;
  }
}
