package tender.agent.reservation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.LocalJob;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.QueueSnapshot;
import tender.core.model.Job;
import tender.core.model.Time;

/**
 * Plans the reservation for a part. It is as small as possible, because a batch system reserves a
 * fixed block, which local users cannot use until the part has ended. It leaves room for all local
 * jobs until their time limits. Those that wait count too: otherwise one reservation after another
 * could delay a local job longer than its owner allows.
 */
public final class ReservationPlanner {
  /** A batch system rejects a reservation that begins now. */
  private static final long START_DELAY_MILLIS = 2 * Time.SECOND_MILLIS;

  private final int processors;
  private final List<BusyInterval> busy = new ArrayList<>();
  private final boolean hasLocalDeadlines;

  private record BusyInterval(int processors, long fromMillis, long untilMillis) {}

  public ReservationPlanner(
      int processors, QueueSnapshot queue, int ownWidth, long ownLimitMillis, long nowMillis) {
    this.processors = processors;
    hasLocalDeadlines =
        queue.localJobs().stream()
            .anyMatch(job -> !job.running() && job.deadlineMillis() != Time.NEVER);
    for (LocalJob job : queue.localJobs()) {
      long startMillis = job.running() ? job.startedMillis() : nowMillis;
      busy.add(new BusyInterval(job.processors(), nowMillis, startMillis + job.limitMillis()));
    }
    for (ObservedReservation reservation : queue.reservations()) {
      busy.add(
          new BusyInterval(
              reservation.processors(), reservation.fromMillis(), reservation.untilMillis()));
    }
    long unreserved = queue.ownTasks().stream().filter(task -> task.running()).count();
    if (queue.reservations().stream().noneMatch(ObservedReservation::ours) && unreserved > 0) {
      busy.add(
          new BusyInterval((int) unreserved * ownWidth, nowMillis, nowMillis + ownLimitMillis));
    }
  }

  /**
   * The reservation for a part that must end by its deadline, if one can begin immediately. A later
   * one would harm local users: Slurm shortens jobs with a deadline that start before a
   * reservation, so that they end when it begins.
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
    long min = freeAt(fromMillis);
    for (BusyInterval interval : busy) {
      if (interval.fromMillis > fromMillis && interval.fromMillis < untilMillis) {
        min = Math.min(min, freeAt(interval.fromMillis));
      }
    }
    return min;
  }

  private long freeAt(long instantMillis) {
    long free = processors;
    for (BusyInterval interval : busy) {
      if (interval.fromMillis <= instantMillis && instantMillis < interval.untilMillis) {
        free -= interval.processors;
      }
    }
    return free;
  }
}
