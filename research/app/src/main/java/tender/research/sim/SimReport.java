package tender.research.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tender.cli.output.JsonOutput;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.simulator.cluster.ScheduleMeasures;
import tender.support.text.Decimal;
import tender.workload.swf.SwfFinding;
import tender.workload.swf.SwfFindings;
import tender.workload.swf.SwfHeader;
import tender.workload.trace.SkipReason;

/** The text output of {@code tender-research sim}. */
final class SimReport {
  private static final int FIRST_FEW = 5;

  private final SimResult result;

  private record Line(String name, String value) {}

  SimReport(SimResult result) {
    this.result = result;
  }

  void print(TextPage page) {
    page.headline(
        true,
        "%s jobs on %s processors, planned by %s; the schedule is sound and in %s."
            .formatted(
                result.measures().jobs(),
                result.processors(),
                result.planner(),
                VisibleText.of(result.schedule().toString())));
    page.heading("Measures");
    page.table(
        new Table<Line>().text("MEASURE", Line::name).number("VALUE", Line::value), measures());
    page.heading(
        "Time after the start of the process, which took "
            + number("%.2f s of CPU", result.phases().startCpuSeconds()));
    page.table(
        new Table<PhaseTimer.Phase>()
            .text("PHASE", PhaseTimer.Phase::name)
            .number("WALL", phase -> number("%.2f s", phase.wallSeconds()))
            .number("CPU", phase -> number("%.2f s", phase.cpuSeconds())),
        result.phases().done());
    printSkipped(page);
    printFindings(page, result.trace().findings());
    printAcknowledgements(page, result.trace().header());
  }

  private List<Line> measures() {
    ScheduleMeasures measures = result.measures();
    return List.of(
        new Line("mean wait", number("%.1f s", measures.meanWaitMillis() / 1e3)),
        new Line("mean bounded slowdown (10 s)", number("%.2f", measures.meanBoundedSlowdown())),
        new Line("utilisation", number("%.2f %%", 100 * measures.utilisation())),
        new Line("makespan", Decimal.seconds(measures.makespanMillis())),
        new Line("jobs per second, engine", String.valueOf(result.engineJobsPerSecond())),
        new Line(
            "jobs per CPU second, whole process",
            String.valueOf(result.processJobsPerCpuSecond())));
  }

  private void printSkipped(TextPage page) {
    List<Line> skipped = new ArrayList<>();
    for (Map.Entry<SkipReason, Integer> reason : result.trace().report().skipped().entrySet()) {
      String name = JsonOutput.name(reason.getKey()).replace('-', ' ');
      skipped.add(new Line(name, String.valueOf(reason.getValue())));
    }
    if (!skipped.isEmpty()) {
      page.heading("Rows skipped, of " + result.trace().report().rows());
      page.table(new Table<Line>().text("WHY", Line::name).number("ROWS", Line::value), skipped);
    }
  }

  private void printFindings(TextPage page, SwfFindings findings) {
    if (findings.isEmpty()) {
      return;
    }
    page.heading("Lines that could not be read");
    findings.first().stream()
        .limit(FIRST_FEW)
        .map(SwfFinding::toString)
        .forEach(finding -> page.line("  " + finding));
    long more = findings.counts().values().stream().mapToLong(Long::longValue).sum() - FIRST_FEW;
    if (more > 0) {
      page.line("  and " + more + " more");
    }
  }

  private void printAcknowledgements(TextPage page, SwfHeader header) {
    if (!header.acknowledgements().isEmpty()) {
      page.heading("Acknowledgements of the log");
      header.acknowledgements().forEach(name -> page.line("  " + VisibleText.of(name)));
    }
    if (!header.notices().isEmpty()) {
      page.line("  The log has terms of use; the head of the schedule repeats them.");
    }
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
