package tender.core.plan;

import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.Profile;

/**
 * EASY backfilling: only the first in the queue has a reservation, and whoever does not delay it
 * may go ahead (Lifka, "The ANL/IBM SP Scheduling System", 1995; Mu'alem and Feitelson, 2001).
 *
 * <p>Rules of one round, at an instant:
 *
 * <ol>
 *   <li>In order of arrival (submission, then id), tasks start while the first fits.
 *   <li>The first that does not fit gets a reservation: the <em>shadow</em> is the earliest instant
 *       at which enough processors will be free, by the estimates of all that runs; what will be
 *       free then beyond its need is <em>spare</em>. All that end at the shadow count as free.
 *   <li>In order of arrival, every later task starts now if its processors are free now and either
 *       it ends by the shadow, or it needs no more than is spare, which then shrinks by its width.
 * </ol>
 *
 * <p>EASY decides for the present only. The plan beyond is what its rounds would do if every job
 * took its estimate and nobody came: one round at each instant at which something ends or arrives.
 */
public final class EasyPlanner implements Planner {

  @Override
  public Plan plan(Snapshot snapshot, Plan standing) {
    return new Rounds(snapshot).run();
  }

  /** The queue in order of arrival and the machine, moving through time. */
  private static final class Rounds {
    private final Snapshot snapshot;
    private final int[] arrivals;
    private final int[] left;
    private final BackfillIndex queue;
    private final Profile free;
    private final Plan.Builder plan;
    private int arrived;

    Rounds(Snapshot snapshot) {
      this.snapshot = snapshot;
      arrivals = snapshot.order(Job.BY_ARRIVAL);
      left = new int[arrivals.length];
      queue = new BackfillIndex(arrivals.length);
      free = snapshot.freeBesideRunning();
      plan = new Plan.Builder(snapshot.waiting());
    }

    Plan run() {
      long instantMillis = snapshot.nowMillis();
      while (instantMillis != Time.NEVER) {
        free.forgetBefore(instantMillis);
        enqueueArrivals(instantMillis);
        round(instantMillis);
        instantMillis = nextInstant();
      }
      return plan.build();
    }

    private void enqueueArrivals(long instantMillis) {
      List<Job> waiting = snapshot.waiting();
      while (arrived < arrivals.length
          && waiting.get(arrivals[arrived]).submittedMillis() <= instantMillis) {
        Job job = waiting.get(arrivals[arrived]);
        left[arrived] = job.tasks();
        queue.add(arrived, job.width(), job.durationMillis());
        arrived++;
      }
    }

    private void round(long nowMillis) {
      int freeNow = free.freeAt(nowMillis);
      int head = queue.first();
      while (head != BackfillIndex.NONE && queue.width(head) <= freeNow) {
        freeNow -= start(head, freeNow, nowMillis);
        head = queue.first();
      }
      if (head == BackfillIndex.NONE || freeNow == 0) {
        return;
      }
      long shadowMillis = free.earliestStart(queue.width(head), 1, nowMillis);
      int spare = free.freeAt(shadowMillis) - queue.width(head);
      long untilShadowMillis = shadowMillis == Time.NEVER ? Time.NEVER : shadowMillis - nowMillis;
      int next = queue.next(head, freeNow, untilShadowMillis, spare);
      while (next != BackfillIndex.NONE) {
        boolean endsByShadow = queue.durationMillis(next) <= untilShadowMillis;
        int taken = start(next, endsByShadow ? freeNow : Math.min(freeNow, spare), nowMillis);
        freeNow -= taken;
        spare -= endsByShadow ? 0 : taken;
        next = queue.next(next, freeNow, untilShadowMillis, spare);
      }
    }

    /** Starts as many tasks of a job as fit into the processors, and says how many those take. */
    private int start(int arrival, int processors, long nowMillis) {
      int width = queue.width(arrival);
      int tasks = Math.min(left[arrival], processors / width);
      free.take(nowMillis, nowMillis + queue.durationMillis(arrival), tasks * width);
      plan.add(arrivals[arrival], nowMillis, tasks);
      left[arrival] -= tasks;
      if (left[arrival] == 0) {
        queue.remove(arrival);
      }
      return tasks * width;
    }

    /** When something next ends or arrives, {@link Time#NEVER} when nobody waits any more. */
    private long nextInstant() {
      boolean moreToCome = arrived < arrivals.length;
      if (queue.first() == BackfillIndex.NONE && !moreToCome) {
        return Time.NEVER;
      }
      long arrivalMillis =
          moreToCome ? snapshot.waiting().get(arrivals[arrived]).submittedMillis() : Time.NEVER;
      return Math.min(arrivalMillis, free.stepUntilMillis(0));
    }
  }
}
