package tender.agent.execution;

import java.util.List;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ObservedReservation;
import tender.core.model.Time;

/**
 * Local users come first: when one of their jobs is about to miss the deadline that its user gave
 * it, and tasks of ours or processors kept for us are in its way, they make room.
 */
public final class LocalJobPreemption {
  /** A job with less time than this to be started in is in danger. */
  private static final long RISK_MILLIS = 30 * Time.SECOND_MILLIS;

  private final int processors;

  public LocalJobPreemption(int processors) {
    this.processors = processors;
  }

  /**
   * How many processors our tasks must give up.
   *
   * @param giveHolds whether processors that are kept for us must be given up too
   */
  public record Preemption(int processors, boolean releaseReservations) {
    public static final Preemption NONE = new Preemption(0, false);
  }

  /**
   * What is needed now.
   *
   * @param ownProcessors how many our tasks hold
   */
  public Preemption processorsToFree(QueueSnapshot queue, int ownProcessors, long nowMillis) {
    List<LocalJob> inDanger =
        queue.localJobs().stream().filter(job -> isAtRisk(job, nowMillis)).toList();
    if (inDanger.isEmpty()) {
      return Preemption.NONE;
    }
    int wanted = inDanger.stream().mapToInt(LocalJob::processors).sum();
    int busy =
        queue.localJobs().stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
    int free = processors - busy - ownProcessors;
    boolean kept = queue.reservations().stream().anyMatch(ObservedReservation::ours);
    return new Preemption(Math.clamp(wanted - free, 0, ownProcessors), kept);
  }

  private static boolean isAtRisk(LocalJob job, long nowMillis) {
    return !job.running()
        && job.deadlineMillis() != Time.NEVER
        && job.deadlineMillis() - job.limitMillis() - nowMillis < RISK_MILLIS
        && job.deadlineMillis() > nowMillis;
  }
}
