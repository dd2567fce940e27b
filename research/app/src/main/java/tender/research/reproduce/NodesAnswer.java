package tender.research.reproduce;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import tender.cli.output.JsonOutput;
import tender.experiments.nodes.NodesComparison;
import tender.experiments.nodes.NodesLog;
import tender.experiments.nodes.NodesResult;
import tender.experiments.nodes.Spread;

/**
 * The JSON output of {@code tender-research reproduce nodes}; times are in seconds.
 *
 * @param date on which the experiment ended, in UTC
 */
record NodesAnswer(List<LogAnswer> logs, int repetitions, String date) {

  /**
   * A log and its machine.
   *
   * @param tooLarge how many jobs the machine cannot run
   */
  record LogAnswer(
      String log,
      int nodes,
      int processorsPerNode,
      int memoryMibPerNode,
      int jobs,
      long jobsWithMemory,
      int tooLarge,
      List<PlannerAnswer> planners,
      List<String> acknowledgements) {}

  /**
   * A scheduler.
   *
   * @param misfitsOnNodes starts of the schedule with processors only that do not fit on the nodes
   * @param misfitsWithMemory the same with the memory of nodes and jobs
   */
  record PlannerAnswer(
      String planner, int misfitsOnNodes, int misfitsWithMemory, List<VariantAnswer> variants) {}

  /** A variant of the machine. */
  record VariantAnswer(
      String variant,
      BigDecimal meanWait,
      BigDecimal boundedSlowdown,
      BigDecimal utilisation,
      SpreadAnswer cpu,
      SpreadAnswer ratio) {}

  /** Repeated measurements. */
  record SpreadAnswer(BigDecimal lowest, BigDecimal median, BigDecimal highest) {
    static SpreadAnswer of(Spread spread) {
      return new SpreadAnswer(
          rounded(spread.lowest()), rounded(spread.median()), rounded(spread.highest()));
    }
  }

  static NodesAnswer of(
      List<NodesLog.Jobs> inputs,
      List<NodesComparison> comparisons,
      int repetitions,
      LocalDate date) {
    return new NodesAnswer(
        inputs.stream().map(input -> log(input, comparisons)).toList(),
        repetitions,
        date.toString());
  }

  private static LogAnswer log(NodesLog.Jobs input, List<NodesComparison> comparisons) {
    NodesLog log = input.log();
    return new LogAnswer(
        log.trace(),
        log.machine().nodes(),
        log.machine().processorsPerNode(),
        log.machine().memoryMibPerNode(),
        input.jobs().size(),
        input.withMemory(),
        input.tooLarge(),
        comparisons.stream()
            .filter(comparison -> comparison.log().equals(log))
            .map(NodesAnswer::planner)
            .toList(),
        input.content().header().acknowledgements());
  }

  private static PlannerAnswer planner(NodesComparison comparison) {
    return new PlannerAnswer(
        comparison.planner(),
        comparison.misfitsOnNodes(),
        comparison.misfitsWithMemory(),
        comparison.results().stream().map(NodesAnswer::variant).toList());
  }

  private static VariantAnswer variant(NodesResult result) {
    return new VariantAnswer(
        JsonOutput.name(result.variant()),
        rounded(result.measures().meanWaitMillis() / 1e3),
        rounded(result.measures().meanBoundedSlowdown()),
        rounded(result.measures().utilisation()),
        SpreadAnswer.of(result.cpuSeconds()),
        SpreadAnswer.of(result.ratio()));
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_EVEN);
  }
}
