package tender.cli.sim;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.cli.output.Decimal;
import tender.cli.output.Json;

/**
 * The answer of {@code tender sim} for programs; times are in seconds.
 *
 * @param boundedSlowdown the mean, with a bound of 10 seconds
 * @param skippedRows how many rows are no jobs, by reason
 * @param badLines how many lines could not be read
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
    Map<String, Integer> skippedRows,
    long badLines,
    boolean complete,
    List<String> acknowledgements,
    String schedule) {

  /** Of the engine alone, and of the whole process from its start. */
  record JobsPerSecond(long engine, long process) {}

  static SimAnswer of(SimResult result) {
    Map<String, Integer> skipped = new LinkedHashMap<>();
    result.trace().report().skipped().forEach((why, rows) -> skipped.put(Json.name(why), rows));
    return new SimAnswer(
        result.planner(),
        result.processors(),
        result.measures().jobs(),
        Decimal.of(Math.round(result.measures().meanWaitMillis())),
        rounded(result.measures().meanBoundedSlowdown()),
        rounded(result.measures().utilisation()),
        Decimal.of(result.measures().makespanMillis()),
        new JobsPerSecond(result.engineJobsPerSecond(), result.processJobsPerSecond()),
        skipped,
        result.trace().findings().badLines(),
        result.trace().findings().reachedTheEnd(),
        result.trace().header().acknowledgements(),
        result.schedule().toString());
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_EVEN);
  }
}
