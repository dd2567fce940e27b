package tender.research.faulttest;

import java.util.ArrayList;
import java.util.List;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.checks.InvariantViolation;

/** The totals of one or many worlds, as text. */
final class TotalsReport {
  /** Enough of a stack trace to find the origin of an unexpected exception. */
  private static final int FIRST_FRAMES = 12;

  private final FaultTotals totals;
  private final WorldKind kind;

  /** A number and what it counts. */
  record Line(String name, String value) {}

  TotalsReport(FaultTotals totals, WorldKind kind) {
    this.totals = totals;
    this.kind = kind;
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
    lines.add(new Line("total", NumberText.count(all)));
    page.table(new Table<Line>().text("FAULT", Line::name).number("COUNT", Line::value), lines);
  }

  void printOutcome(TextPage page, List<Line> more) {
    page.heading("Outcome");
    FaultRun.BagCounts counts = totals.bagCounts();
    List<Line> lines = new ArrayList<>();
    lines.add(new Line("events", NumberText.count(totals.events())));
    lines.add(new Line("virtual time", NumberText.span(totals.virtualMillis())));
    lines.add(new Line("bags submitted", NumberText.count(counts.bags())));
    lines.add(new Line("promises given", NumberText.count(counts.promised())));
    lines.add(new Line("promises kept", NumberText.count(counts.kept())));
    lines.add(
        new Line("promises broken, with recorded cause", NumberText.count(counts.breached())));
    lines.add(new Line("results accepted", NumberText.count(counts.acceptedTasks())));
    lines.addAll(more);
    page.table(new Table<Line>().text("MEASURE", Line::name).number("VALUE", Line::value), lines);
  }

  void printViolations(TextPage page) {
    for (FaultRun run : totals.violated()) {
      InvariantViolation violation = run.violation().orElseThrow();
      page.heading("Violated with seed " + run.seed());
      page.line("  invariant: " + violation.invariant().description());
      String message = String.valueOf(violation.getMessage());
      page.line("  violation: " + message.replace("\n", "\n" + " ".repeat(13)));
      page.line("  replay:    " + kind.replayCommand(run.seed()));
    }
  }

  /** Prints the origin of an unexpected exception. */
  void printOrigin(TextPage page) {
    for (FaultRun run : totals.violated()) {
      Throwable cause = run.violation().orElseThrow().getCause();
      if (cause != null) {
        page.heading("Stack trace");
        List.of(cause.getStackTrace()).stream()
            .limit(FIRST_FRAMES)
            .forEach(frame -> page.line("  " + frame));
      }
    }
  }
}
