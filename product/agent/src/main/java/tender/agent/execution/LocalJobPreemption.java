package tender.agent.execution;

import java.util.List;
import tender.agent.batch.LocalJob;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.QueueSnapshot;
import tender.core.model.Time;

/**
 * Local users have priority: if one of their jobs is about to miss its deadline, and the agent's
 * tasks or reservations are in its way, they are preempted.
 */
public final class LocalJobPreemption {
  /** A job is at risk if it must start within this time. */
  private static final long RISK_MILLIS = 30 * Time.SECOND_MILLIS;

  private final int processors;

  public LocalJobPreemption(int processors) {
    this.processors = processors;
  }

  /**
   * What the agent must free for local jobs.
   *
   * @param processors that the agent's tasks must free
   * @param releaseReservations whether the agent's reservations must be released too
   */
  public record Preemption(int processors, boolean releaseReservations) {
    public static final Preemption NONE = new Preemption(0, false);
  }

  /**
   * What must be freed now.
   *
   * @param ownProcessors used by the agent's tasks
   */
  public Preemption processorsToFree(QueueSnapshot queue, int ownProcessors, long nowMillis) {
    List<LocalJob> atRisk =
        queue.localJobs().stream().filter(job -> isAtRisk(job, nowMillis)).toList();
    if (atRisk.isEmpty()) {
      return Preemption.NONE;
    }
    int needed = atRisk.stream().mapToInt(LocalJob::processors).sum();
    int free = processors - queue.runningLocalProcessors() - ownProcessors;
    boolean hasReservations = queue.reservations().stream().anyMatch(ObservedReservation::ours);
    return new Preemption(Math.clamp(needed - free, 0, ownProcessors), hasReservations);
  }

  private static boolean isAtRisk(LocalJob job, long nowMillis) {
    return !job.running()
        && job.deadlineMillis() != Time.NEVER
        && job.deadlineMillis() - job.limitMillis() - nowMillis < RISK_MILLIS
        && job.deadlineMillis() > nowMillis;
  }
}
