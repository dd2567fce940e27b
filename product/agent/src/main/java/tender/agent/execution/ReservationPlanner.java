package tender.agent.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ObservedReservation;
import tender.core.model.Job;
import tender.core.model.Time;

/**
 * Which processors to have kept for a part, and from when on: as few as will do, for a batch system
 * keeps a block, and what is kept is lost to local users until the part is done. Waiting jobs are
 * no obstacle, since the batch system plans them around what is kept; running ones are, until their
 * limits.
 */
public final class ReservationPlanner {
  /** A batch system does not take the present for the beginning. */
  private static final long START_DELAY_MILLIS = 2 * Time.SECOND_MILLIS;

  private final int processors;
  private final List<BusyInterval> busy = new ArrayList<>();
  private final boolean hasLocalDeadlines;

  private record BusyInterval(int processors, long fromMillis, long untilMillis) {}

  public ReservationPlanner(int processors, QueueSnapshot queue, int ownWidth, long ownLimitMillis, long nowMillis) {
    this.processors = processors;
    hasLocalDeadlines =
        queue.localJobs().stream()
            .anyMatch(job -> !job.running() && job.deadlineMillis() != Time.NEVER);
    for (LocalJob job : queue.localJobs()) {
      if (job.running()) {
        busy.add(new BusyInterval(job.processors(), nowMillis, job.startedMillis() + job.limitMillis()));
      }
    }
    for (ObservedReservation hold : queue.reservations()) {
      busy.add(new BusyInterval(hold.processors(), hold.fromMillis(), hold.untilMillis()));
    }
    long unheld = queue.ownTasks().stream().filter(task -> task.running()).count();
    if (queue.reservations().stream().noneMatch(ObservedReservation::ours) && unheld > 0) {
      busy.add(new BusyInterval((int) unheld * ownWidth, nowMillis, nowMillis + ownLimitMillis));
    }
  }

  /**
   * The block for a part that must end by its deadline, if there is one that can begin at once. One
   * that begins later would be no kindness: Slurm cuts the time of jobs with a deadline that start
   * before it, so that they end when it begins.
   */
  public Optional<BatchReservation> plan(String name, Job job, long nowMillis) {
    long fromMillis = nowMillis + START_DELAY_MILLIS;
    long untilMillis = job.deadlineMillis();
    long rounds = (untilMillis - fromMillis) / job.durationMillis();
    if (rounds < 1 || hasLocalDeadlines) {
      return Optional.empty();
    }
    long wanted = Math.ceilDiv(job.tasks(), rounds) * job.width();
    return wanted <= minFree(fromMillis, untilMillis)
        ? Optional.of(new BatchReservation(name, (int) wanted, fromMillis, untilMillis))
        : Optional.empty();
  }

  private long minFree(long fromMillis, long untilMillis) {
    long least = freeAt(fromMillis);
    for (BusyInterval one : busy) {
      if (one.fromMillis > fromMillis && one.fromMillis < untilMillis) {
        least = Math.min(least, freeAt(one.fromMillis));
      }
    }
    return least;
  }

  private long freeAt(long instantMillis) {
    long free = processors;
    for (BusyInterval one : busy) {
      if (one.fromMillis <= instantMillis && instantMillis < one.untilMillis) {
        free -= one.processors;
      }
    }
    return free;
  }
}
