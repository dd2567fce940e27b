package tender.cli.faults;

import java.util.ArrayList;
import java.util.List;
import tender.cli.output.Page;
import tender.cli.output.Table;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.Violation;

/** What became of worlds, one or many, for people. */
final class TotalsReport {
  /** Whoever sees an exception that nobody thought of wants to know where it came from. */
  private static final int FIRST_FRAMES = 12;

  private final FaultTotals totals;
  private final WorldSize size;

  /** A number and what it counts. */
  record Line(String name, String value) {}

  TotalsReport(FaultTotals totals, WorldSize size) {
    this.totals = totals;
    this.size = size;
  }

  void printFaults(Page page) {
    page.heading("Faults injected");
    if (totals.faults().isEmpty()) {
      page.sentence("  none");
      return;
    }
    List<Line> lines = new ArrayList<>();
    totals
        .faults()
        .forEach((fault, count) -> lines.add(new Line(fault.plural(), Figures.count(count))));
    long all = totals.faults().values().stream().mapToLong(Long::longValue).sum();
    lines.add(new Line("in all", Figures.count(all)));
    page.table(new Table<Line>().text("FAULT", Line::name).number("COUNT", Line::value), lines);
  }

  void printOutcome(Page page, List<Line> more) {
    page.heading("What happened");
    List<Line> lines = new ArrayList<>();
    lines.add(new Line("events", Figures.count(totals.events())));
    lines.add(new Line("virtual time", Figures.span(totals.virtualMillis())));
    lines.add(new Line("bags handed in", Figures.count(totals.bags())));
    lines.add(new Line("promises given", Figures.count(totals.promised())));
    lines.add(new Line("promises kept", Figures.count(totals.kept())));
    lines.add(new Line("promises broken, cause on record", Figures.count(totals.broken())));
    lines.add(new Line("results counted", Figures.count(totals.results())));
    lines.addAll(more);
    page.table(new Table<Line>().text("MEASURE", Line::name).number("VALUE", Line::value), lines);
  }

  void printViolations(Page page) {
    for (FaultRun run : totals.violated()) {
      Violation violation = run.violation().orElseThrow();
      page.heading("Violated with seed " + run.seed());
      page.sentence("  what must hold: " + violation.invariant().words());
      String message = String.valueOf(violation.getMessage());
      page.sentence("  what happened:  " + message.replace("\n", "\n" + " ".repeat(18)));
      page.sentence("  to see it:      " + size.replayCommand(run.seed()));
    }
  }

  /** Where an exception came from that nobody thought of. */
  void printOrigin(Page page) {
    for (FaultRun run : totals.violated()) {
      Throwable cause = run.violation().orElseThrow().getCause();
      if (cause != null) {
        page.heading("Where it came from");
        List.of(cause.getStackTrace()).stream()
            .limit(FIRST_FRAMES)
            .forEach(frame -> page.sentence("  " + frame));
      }
    }
  }
}
