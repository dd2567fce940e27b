package tender.workload.trace;

import tender.core.model.Bag;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;

/**
 * A job of a trace. Times are in whole seconds, the unit of traces; methods named {@code …Millis}
 * convert to milliseconds, the unit of core.
 *
 * @param number identifies the job within its trace
 * @param submitSeconds from the start of the trace
 * @param runSeconds actual run time, at most the estimate, at which a batch system kills the job
 * @param processors needed at the same time
 * @param estimateSeconds run time as estimated by the user
 * @param memoryKilobytes requested for each processor, 0 if unknown
 */
public record TraceJob(
    long number,
    long submitSeconds,
    long runSeconds,
    int processors,
    long estimateSeconds,
    long memoryKilobytes) {
  private static final long SECOND_MILLIS = Time.SECOND_MILLIS;
  private static final long LIMIT_SECONDS = Time.LIMIT_MILLIS / SECOND_MILLIS;

  public TraceJob {
    if (submitSeconds < -LIMIT_SECONDS || submitSeconds > LIMIT_SECONDS) {
      throw invalid(number, "is submitted at second " + submitSeconds, "within " + LIMIT_SECONDS);
    }
    if (runSeconds < 1 || runSeconds > estimateSeconds || estimateSeconds > LIMIT_SECONDS) {
      throw invalid(
          number,
          "runs for " + runSeconds + " s of an estimated " + estimateSeconds + " s",
          "from 1 s to the estimate, which is at most " + LIMIT_SECONDS + " s");
    }
    if (processors < 1) {
      throw invalid(number, "needs " + processors + " processors", "at least 1");
    }
    if (memoryKilobytes < 0) {
      throw invalid(number, "requests " + memoryKilobytes + " KB of memory", "0 or more");
    }
  }

  /** A job without a memory request. */
  public TraceJob(
      long number, long submitSeconds, long runSeconds, int processors, long estimateSeconds) {
    this(number, submitSeconds, runSeconds, processors, estimateSeconds, 0);
  }

  public long submitMillis() {
    return submitSeconds * SECOND_MILLIS;
  }

  public long runMillis() {
    return runSeconds * SECOND_MILLIS;
  }

  public long estimateMillis() {
    return estimateSeconds * SECOND_MILLIS;
  }

  /** The same job, submitted at another time. */
  public TraceJob submittedAt(long otherSubmitSeconds) {
    return new TraceJob(
        number, otherSubmitSeconds, runSeconds, processors, estimateSeconds, memoryKilobytes);
  }

  /** The job as a provider plans it: rigid, with the estimated duration. */
  public Job toRigidJob(long deadlineMillis) {
    return Job.rigid(
        new JobId(Long.toString(number)),
        processors,
        estimateMillis(),
        submitMillis(),
        deadlineMillis);
  }

  /** The bag of as many tasks, of one processor each, as the job needs processors. */
  public Bag toBag(long deadlineMillis) {
    return new Bag(processors, 1, estimateMillis(), submitMillis(), deadlineMillis);
  }

  private static IllegalArgumentException invalid(long number, String what, String allowed) {
    return new IllegalArgumentException("Job " + number + " " + what + ". Allowed: " + allowed);
  }
}
