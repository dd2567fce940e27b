package tender.workload.trace;

import java.util.function.Predicate;

/**
 * Selects jobs of a trace by width and by estimate; both bounds are inclusive.
 *
 * <p>{@code JobFilter.ALL.processors(64, 632).estimateHours(1, 36)} is a row of a paper's table.
 */
public record JobFilter(
    int minProcessors, int maxProcessors, long minEstimateSeconds, long maxEstimateSeconds)
    implements Predicate<TraceJob> {
  public static final JobFilter ALL = new JobFilter(1, Integer.MAX_VALUE, 1, Long.MAX_VALUE);

  private static final long HOUR_SECONDS = 3_600;

  public JobFilter {
    if (minProcessors > maxProcessors || minEstimateSeconds > maxEstimateSeconds) {
      throw new IllegalArgumentException(
          ("No job can match the filter: from %s to %s processors and an estimate from %s"
                  + " to %s s. Check whether two bounds are swapped.")
              .formatted(minProcessors, maxProcessors, minEstimateSeconds, maxEstimateSeconds));
    }
  }

  public JobFilter processors(int min, int max) {
    return new JobFilter(min, max, minEstimateSeconds, maxEstimateSeconds);
  }

  public JobFilter estimateHours(int minHours, int maxHours) {
    return new JobFilter(
        minProcessors, maxProcessors, minHours * HOUR_SECONDS, maxHours * HOUR_SECONDS);
  }

  @Override
  public boolean test(TraceJob job) {
    return job.processors() >= minProcessors
        && job.processors() <= maxProcessors
        && job.estimateSeconds() >= minEstimateSeconds
        && job.estimateSeconds() <= maxEstimateSeconds;
  }
}
