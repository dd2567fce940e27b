package tender.agent.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.Hold;
import tender.agent.batch.LocalJob;
import tender.agent.batch.Queue;
import tender.agent.batch.SeenHold;
import tender.core.model.Job;
import tender.core.model.Time;

/**
 * Which processors to have kept for a part, and from when on: as few as will do, for a batch system
 * keeps a block, and what is kept is lost to local users until the part is done. Waiting jobs are
 * no obstacle, since the batch system plans them around what is kept; running ones are, until their
 * limits.
 */
final class HoldPlanner {
  /** A batch system does not take the present for the beginning. */
  private static final long NOTICE_MILLIS = 2 * Time.SECOND_MILLIS;

  private final int processors;
  private final List<Busy> busy = new ArrayList<>();
  private final boolean somebodyIsInAHurry;

  private record Busy(int processors, long fromMillis, long untilMillis) {}

  HoldPlanner(int processors, Queue queue, int ownWidth, long ownLimitMillis, long nowMillis) {
    this.processors = processors;
    somebodyIsInAHurry =
        queue.local().stream()
            .anyMatch(job -> !job.running() && job.deadlineMillis() != Time.NEVER);
    for (LocalJob job : queue.local()) {
      if (job.running()) {
        busy.add(new Busy(job.processors(), nowMillis, job.startedMillis() + job.limitMillis()));
      }
    }
    for (SeenHold hold : queue.holds()) {
      busy.add(new Busy(hold.processors(), hold.fromMillis(), hold.untilMillis()));
    }
    long unheld = queue.own().stream().filter(task -> task.running()).count();
    if (queue.holds().stream().noneMatch(SeenHold::ours) && unheld > 0) {
      busy.add(new Busy((int) unheld * ownWidth, nowMillis, nowMillis + ownLimitMillis));
    }
  }

  /**
   * The block for a part that must end by its deadline, if there is one that can begin at once. One
   * that begins later would be no kindness: Slurm cuts the time of jobs with a deadline that start
   * before it, so that they end when it begins.
   */
  Optional<Hold> plan(String name, Job job, long nowMillis) {
    long fromMillis = nowMillis + NOTICE_MILLIS;
    long untilMillis = job.deadlineMillis();
    long rounds = (untilMillis - fromMillis) / job.durationMillis();
    if (rounds < 1 || somebodyIsInAHurry) {
      return Optional.empty();
    }
    long wanted = Math.ceilDiv(job.tasks(), rounds) * job.width();
    return wanted <= leastFree(fromMillis, untilMillis)
        ? Optional.of(new Hold(name, (int) wanted, fromMillis, untilMillis))
        : Optional.empty();
  }

  private long leastFree(long fromMillis, long untilMillis) {
    long least = freeAt(fromMillis);
    for (Busy one : busy) {
      if (one.fromMillis > fromMillis && one.fromMillis < untilMillis) {
        least = Math.min(least, freeAt(one.fromMillis));
      }
    }
    return least;
  }

  private long freeAt(long instantMillis) {
    long free = processors;
    for (Busy one : busy) {
      if (one.fromMillis <= instantMillis && instantMillis < one.untilMillis) {
        free -= one.processors;
      }
    }
    return free;
  }
}
