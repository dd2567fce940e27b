package tender.research.sim;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.cli.output.JsonOutput;
import tender.support.text.Decimal;

/**
 * The JSON output of {@code tender-research sim}; times are in seconds.
 *
 * @param boundedSlowdown the mean, with a bound of 10 seconds
 * @param skippedRows the number of rows that are not jobs, by reason
 * @param startCpu the CPU time of the process's start
 * @param badLines the number of lines that could not be read
 * @param complete whether the log was read to its end
 */
record SimAnswer(
    String planner,
    int processors,
    int jobs,
    BigDecimal meanWait,
    BigDecimal boundedSlowdown,
    BigDecimal utilisation,
    BigDecimal makespan,
    JobsPerSecond jobsPerSecond,
    BigDecimal startCpu,
    List<Phase> phases,
    Map<String, Integer> skippedRows,
    long badLines,
    boolean complete,
    List<String> acknowledgements,
    String schedule) {

  /** The rate of the engine alone, and of the whole process per CPU second. */
  record JobsPerSecond(long engine, long processCpu) {}

  /** A phase of the run: its wall time, and the CPU time of all threads. */
  record Phase(String name, BigDecimal wall, BigDecimal cpu) {
    static Phase of(PhaseTimer.Phase phase) {
      return new Phase(phase.name(), seconds(phase.wallSeconds()), seconds(phase.cpuSeconds()));
    }
  }

  static SimAnswer of(SimResult result) {
    Map<String, Integer> skipped = new LinkedHashMap<>();
    result
        .trace()
        .report()
        .skipped()
        .forEach((why, rows) -> skipped.put(JsonOutput.name(why), rows));
    return new SimAnswer(
        result.planner(),
        result.processors(),
        result.measures().jobs(),
        Decimal.of(Math.round(result.measures().meanWaitMillis())),
        rounded(result.measures().meanBoundedSlowdown()),
        rounded(result.measures().utilisation()),
        Decimal.of(result.measures().makespanMillis()),
        new JobsPerSecond(result.engineJobsPerSecond(), result.processJobsPerCpuSecond()),
        seconds(result.phases().startCpuSeconds()),
        result.phases().done().stream().map(Phase::of).toList(),
        skipped,
        result.trace().findings().badLines(),
        result.trace().findings().isComplete(),
        result.trace().header().acknowledgements(),
        result.schedule().toString());
  }

  private static BigDecimal seconds(double value) {
    return Decimal.of(Math.round(value * 1e3));
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_EVEN);
  }
}
