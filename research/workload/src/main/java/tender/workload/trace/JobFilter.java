package tender.workload.trace;

import java.util.function.Predicate;

/**
 * Which jobs of a trace an experiment uses, by width and by estimate; both bounds are included.
 *
 * <p>{@code JobFilter.ALL.processors(64, 632).estimateHours(1, 36)} is a row of a paper's table.
 */
public record JobFilter(
    int leastProcessors, int mostProcessors, long shortestSeconds, long longestSeconds)
    implements Predicate<TraceJob> {
  public static final JobFilter ALL = new JobFilter(1, Integer.MAX_VALUE, 1, Long.MAX_VALUE);

  private static final long HOUR_SECONDS = 3_600;

  public JobFilter {
    if (leastProcessors > mostProcessors || shortestSeconds > longestSeconds) {
      throw new IllegalArgumentException(
          "No job has from "
              + leastProcessors
              + " to "
              + mostProcessors
              + " processors and an estimate from "
              + shortestSeconds
              + " to "
              + longestSeconds
              + " s. Maybe two bounds are swapped.");
    }
  }

  public JobFilter processors(int least, int most) {
    return new JobFilter(least, most, shortestSeconds, longestSeconds);
  }

  public JobFilter estimateHours(int shortest, int longest) {
    return new JobFilter(
        leastProcessors, mostProcessors, shortest * HOUR_SECONDS, longest * HOUR_SECONDS);
  }

  @Override
  public boolean test(TraceJob job) {
    return job.processors() >= leastProcessors
        && job.processors() <= mostProcessors
        && job.estimateSeconds() >= shortestSeconds
        && job.estimateSeconds() <= longestSeconds;
  }
}
