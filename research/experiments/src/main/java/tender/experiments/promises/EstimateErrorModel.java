package tender.experiments.promises;

import java.util.List;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/** How wrong the users' estimates are. Who errs depends on a seed and the job's index alone. */
public sealed interface EstimateErrorModel {
  /** As it stands in files. */
  String id();

  /** As it stands in tables. */
  String title();

  /** What the user of a job of a log says. */
  long estimateMillis(TraceJob job, long seed);

  /**
   * What the user of a bag says.
   *
   * @param log what users say elsewhere
   */
  long estimateMillis(long runMillis, List<TraceJob> log, long seed, long index);

  /** Whether somebody says less than is needed, so that tasks are killed. */
  default boolean includesUnderestimates() {
    return false;
  }

  /**
   * All, or some, err alike.
   *
   * @param estimatePercent what a user says, in percent of the real run time
   * @param oneIn of so many jobs one is estimated like that, and the others rightly
   */
  record ConstantError(String id, String title, int estimatePercent, int oneIn) implements EstimateErrorModel {
    private static final long SALT = 0x657374696d617465L;
    private static final int PERCENT = 100;

    /** All users say so much more than is needed. */
    static ConstantError overestimate(int percent) {
      return new ConstantError("over-" + percent, "+" + percent + " %", PERCENT + percent, 1);
    }

    /** Of so many users one says so much less than is needed. */
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
    public long estimateMillis(long runMillis, List<TraceJob> log, long seed, long index) {
      long drawn = SplitMix64.at(SplitMix64.mix(seed ^ SALT), index);
      boolean errs = Long.remainderUnsigned(drawn, oneIn) == 0;
      return errs ? Math.max(1, runMillis * estimatePercent / PERCENT) : runMillis;
    }
  }

  /** As the users of the log did; a bag's user errs as that of some job of the log. */
  record TraceError() implements EstimateErrorModel {
    private static final long SALT = 0x6c6f67676564L;

    /** Jobs that fail at once say nothing of how users estimate. */
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
    public long estimateMillis(long runMillis, List<TraceJob> log, long seed, long index) {
      SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT) + index);
      TraceJob like;
      do {
        like = log.get((int) (random.nextDouble() * log.size()));
      } while (like.runSeconds() < SHORTEST_SECONDS);
      double estimateMillis = (double) runMillis * like.estimateSeconds() / like.runSeconds();
      return Math.max(runMillis, (long) Math.ceil(estimateMillis));
    }
  }
}
