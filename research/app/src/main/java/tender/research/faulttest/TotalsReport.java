package tender.research.faulttest;

import java.util.ArrayList;
import java.util.List;
import tender.cli.output.TextPage;
import tender.cli.output.Table;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.checks.InvariantViolation;

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

  void printFaults(TextPage page) {
    page.heading("Faults injected");
    if (totals.faults().isEmpty()) {
      page.line("  none");
      return;
    }
    List<Line> lines = new ArrayList<>();
    totals
        .faults()
        .forEach((fault, count) -> lines.add(new Line(fault.plural(), NumberText.count(count))));
    long all = totals.faults().values().stream().mapToLong(Long::longValue).sum();
    lines.add(new Line("in all", NumberText.count(all)));
    page.table(new Table<Line>().text("FAULT", Line::name).number("COUNT", Line::value), lines);
  }

  void printOutcome(TextPage page, List<Line> more) {
    page.heading("What happened");
    List<Line> lines = new ArrayList<>();
    lines.add(new Line("events", NumberText.count(totals.events())));
    lines.add(new Line("virtual time", NumberText.span(totals.virtualMillis())));
    lines.add(new Line("bags handed in", NumberText.count(totals.bags())));
    lines.add(new Line("promises given", NumberText.count(totals.promised())));
    lines.add(new Line("promises kept", NumberText.count(totals.kept())));
    lines.add(new Line("promises broken, cause on record", NumberText.count(totals.broken())));
    lines.add(new Line("results counted", NumberText.count(totals.results())));
    lines.addAll(more);
    page.table(new Table<Line>().text("MEASURE", Line::name).number("VALUE", Line::value), lines);
  }

  void printViolations(TextPage page) {
    for (FaultRun run : totals.violated()) {
      InvariantViolation violation = run.violation().orElseThrow();
      page.heading("Violated with seed " + run.seed());
      page.line("  what must hold: " + violation.invariant().description());
      String message = String.valueOf(violation.getMessage());
      page.line("  what happened:  " + message.replace("\n", "\n" + " ".repeat(18)));
      page.line("  to see it:      " + size.replayCommand(run.seed()));
    }
  }

  /** Where an exception came from that nobody thought of. */
  void printOrigin(TextPage page) {
    for (FaultRun run : totals.violated()) {
      Throwable cause = run.violation().orElseThrow().getCause();
      if (cause != null) {
        page.heading("Where it came from");
        List.of(cause.getStackTrace()).stream()
            .limit(FIRST_FRAMES)
            .forEach(frame -> page.line("  " + frame));
      }
    }
  }
}
