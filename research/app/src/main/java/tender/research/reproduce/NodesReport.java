package tender.research.reproduce;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.nodes.NodesComparison;
import tender.experiments.nodes.NodesLog;
import tender.experiments.nodes.NodesResult;
import tender.experiments.nodes.NodesVariant;
import tender.experiments.nodes.Spread;
import tender.simulator.cluster.NodeMachine;

/** The text output of {@code tender-research reproduce nodes}. */
final class NodesReport {
  private final List<NodesLog.Jobs> inputs;
  private final List<NodesComparison> comparisons;
  private final int repetitions;
  private final LocalDate date;

  private record Row(NodesComparison comparison, NodesResult result) {
    /** Whether the schedule was made without nodes. */
    boolean isFirst() {
      return result.variant() == NodesVariant.PROCESSORS;
    }
  }

  NodesReport(
      List<NodesLog.Jobs> inputs,
      List<NodesComparison> comparisons,
      int repetitions,
      LocalDate date) {
    this.inputs = inputs;
    this.comparisons = comparisons;
    this.repetitions = repetitions;
    this.date = date;
  }

  void print(TextPage page) {
    page.headline(true, "All schedules are sound on their nodes.");
    inputs.forEach(input -> printLog(page, input));
    page.heading("Run");
    page.line(
        "  %s UTC; CPU time of the simulation: median of %s, and the ratio with its range"
            .formatted(date, repetitions));
    page.line("  DO NOT FIT: starts of the schedule with processors only that the nodes could not");
    page.line("  run, and with memory");
  }

  private void printLog(TextPage page, NodesLog.Jobs input) {
    NodeMachine machine = input.log().machine();
    page.heading(
        "%s: %s nodes of %s processors and %s MiB; %s jobs, %s with memory, %s too large"
            .formatted(
                input.log().trace(),
                machine.nodes(),
                machine.processorsPerNode(),
                machine.memoryMibPerNode(),
                input.jobs().size(),
                input.withMemory(),
                input.tooLarge()));
    page.table(table(), rows(input.log()));
    for (String name : input.content().header().acknowledgements()) {
      page.line("  Thanks to " + name);
    }
  }

  private List<Row> rows(NodesLog log) {
    return comparisons.stream()
        .filter(comparison -> comparison.log().equals(log))
        .flatMap(
            comparison -> comparison.results().stream().map(result -> new Row(comparison, result)))
        .toList();
  }

  private static Table<Row> table() {
    return new Table<Row>()
        .text("PLANNER", row -> row.comparison.planner())
        .text("KNOWS", row -> row.result.variant().title())
        .number(
            "MEAN WAIT",
            row ->
                String.format(Locale.ROOT, "%,.0f s", row.result.measures().meanWaitMillis() / 1e3))
        .number(
            "SLOWDOWN",
            row -> String.format(Locale.ROOT, "%,.2f", row.result.measures().meanBoundedSlowdown()))
        .number(
            "USED",
            row -> String.format(Locale.ROOT, "%.2f %%", 100 * row.result.measures().utilisation()))
        .number("DO NOT FIT", NodesReport::misfits)
        .number(
            "CPU", row -> String.format(Locale.ROOT, "%.2f s", row.result.cpuSeconds().median()))
        .number("RATIO", row -> row.isFirst() ? "1" : ratio(row.result.ratio()));
  }

  private static String misfits(Row row) {
    return row.isFirst()
        ? String.format(
            Locale.ROOT,
            "%,d, %,d",
            row.comparison.misfitsOnNodes(),
            row.comparison.misfitsWithMemory())
        : "";
  }

  private static String ratio(Spread ratio) {
    return String.format(
        Locale.ROOT, "%.1f (%.1f to %.1f)", ratio.median(), ratio.lowest(), ratio.highest());
  }
}
