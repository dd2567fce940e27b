package tender.experiments.promises;

import java.util.List;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/**
 * How far users' run time estimates are from the actual run times. Which estimates are wrong
 * depends only on a seed and the job's index.
 */
public sealed interface EstimateErrorModel {
  /** The identifier in result files. */
  String id();

  /** The title in tables. */
  String title();

  /** The estimate of a trace job. */
  long estimateMillis(TraceJob job, long seed);

  /**
   * The estimate of a bag.
   *
   * @param trace the trace whose estimates a model may imitate
   */
  long estimateMillis(long runMillis, List<TraceJob> trace, long seed, long index);

  /** Whether some estimates are too short, so that tasks are killed. */
  default boolean includesUnderestimates() {
    return false;
  }

  /**
   * All estimates, or a random fraction of them, are wrong by the same factor.
   *
   * @param estimatePercent a wrong estimate, in percent of the actual run time
   * @param oneIn one in this many jobs has a wrong estimate; the others are exact
   */
  record ConstantError(String id, String title, int estimatePercent, int oneIn)
      implements EstimateErrorModel {
    private static final long SALT = 0x657374696d617465L;
    private static final int PERCENT = 100;

    /** Every estimate is too long by this percentage. */
    static ConstantError overestimate(int percent) {
      return new ConstantError("over-" + percent, "+" + percent + " %", PERCENT + percent, 1);
    }

    /** One in {@code oneIn} estimates is too short by this percentage. */
    static ConstantError underestimate(int percent, int oneIn) {
      return new ConstantError(
          "under-" + percent, "−" + percent + " %, 1 in " + oneIn, PERCENT - percent, oneIn);
    }

    @Override
    public boolean includesUnderestimates() {
      return estimatePercent < PERCENT;
    }

    @Override
    public long estimateMillis(TraceJob job, long seed) {
      return estimateMillis(job.runMillis(), List.of(), seed, job.number());
    }

    @Override
    public long estimateMillis(long runMillis, List<TraceJob> trace, long seed, long index) {
      long drawn = SplitMix64.at(SplitMix64.mix(seed ^ SALT), index);
      boolean isWrong = Long.remainderUnsigned(drawn, oneIn) == 0;
      return isWrong ? Math.max(1, runMillis * estimatePercent / PERCENT) : runMillis;
    }
  }

  /**
   * Estimates as in the trace; a bag's estimate has the relative error of a random job of the
   * trace.
   */
  record TraceError() implements EstimateErrorModel {
    private static final long SALT = 0x6c6f67676564L;

    /**
     * Shorter jobs are skipped: they often failed at their start, and say nothing about estimates.
     */
    private static final long SHORTEST_SECONDS = 15 * 60;

    @Override
    public String id() {
      return "as-logged";
    }

    @Override
    public String title() {
      return "as in the log";
    }

    @Override
    public long estimateMillis(TraceJob job, long seed) {
      return job.estimateMillis();
    }

    @Override
    public long estimateMillis(long runMillis, List<TraceJob> trace, long seed, long index) {
      SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT) + index);
      TraceJob example;
      do {
        example = trace.get((int) (random.nextDouble() * trace.size()));
      } while (example.runSeconds() < SHORTEST_SECONDS);
      double estimateMillis = (double) runMillis * example.estimateSeconds() / example.runSeconds();
      return Math.max(runMillis, (long) Math.ceil(estimateMillis));
    }
  }
}
