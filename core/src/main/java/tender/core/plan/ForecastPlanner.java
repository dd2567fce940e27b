package tender.core.plan;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.queue.EasyScheduler;
import tender.core.queue.FcfsScheduler;
import tender.core.queue.Scheduler;

/**
 * The plan of a scheduler that only decides about the present: what it would do if every job took
 * exactly its estimate and no job arrived. The scheduler is called once at each instant at which a
 * job ends or arrives. What starts now is decided; the rest is only a forecast.
 */
public final class ForecastPlanner implements Planner {
  private final IntFunction<Scheduler> schedulerFactory;

  private ForecastPlanner(IntFunction<Scheduler> schedulerFactory) {
    this.schedulerFactory = schedulerFactory;
  }

  /** First come, first served. */
  public static ForecastPlanner fcfs() {
    return new ForecastPlanner(FcfsScheduler::new);
  }

  /** EASY backfilling. */
  public static ForecastPlanner easy() {
    return new ForecastPlanner(EasyScheduler::new);
  }

  @Override
  public Plan plan(Snapshot snapshot, Plan current) {
    Scheduler scheduler = schedulerFactory.apply(snapshot.cluster().processors());
    return new Forecast(snapshot, scheduler).run();
  }

  private record End(long instantMillis, Job job, int tasks, long startedMillis) {}

  private static final class Forecast {
    private final Snapshot snapshot;
    private final Scheduler scheduler;
    private final int[] arrivals;
    private final PriorityQueue<End> ends =
        new PriorityQueue<>(Comparator.comparingLong(End::instantMillis));
    private final Map<JobId, Integer> positions;
    private final Plan.Builder plan;
    private int arrived;

    Forecast(Snapshot snapshot, Scheduler scheduler) {
      this.snapshot = snapshot;
      this.scheduler = scheduler;
      arrivals = snapshot.order(Job.BY_ARRIVAL);
      positions = LinkedHashMap.newLinkedHashMap(arrivals.length);
      for (int position : arrivals) {
        positions.put(snapshot.waiting().get(position).id(), position);
      }
      plan = new Plan.Builder(snapshot.waiting());
    }

    Plan run() {
      startRunning();
      long instantMillis = snapshot.nowMillis();
      while (instantMillis < horizonMillis()) {
        while (!ends.isEmpty() && ends.peek().instantMillis <= instantMillis) {
          End end = ends.remove();
          scheduler.ended(end.job, end.tasks, end.startedMillis, instantMillis);
        }
        submitArrivals(instantMillis);
        long nowMillis = instantMillis;
        scheduler.startDue(nowMillis, (job, tasks) -> start(job, tasks, nowMillis));
        instantMillis = Math.min(nextArrivalMillis(), nextEndMillis());
      }
      return plan.build();
    }

    /** Submits the running jobs first and alone, so that they start now. */
    private void startRunning() {
      long nowMillis = snapshot.nowMillis();
      for (RunningJob running : snapshot.running()) {
        long untilMillis = Math.min(horizonMillis(), running.occupiedUntilMillis(nowMillis));
        Job remainder =
            Job.rigid(
                running.id(), running.processors(), untilMillis - nowMillis, nowMillis, Time.NEVER);
        scheduler.submit(remainder, nowMillis);
      }
      scheduler.startDue(
          nowMillis,
          (job, tasks) ->
              ends.add(new End(nowMillis + job.durationMillis(), job, tasks, nowMillis)));
    }

    /** When jobs without an end are assumed to end; nothing is planned after that. */
    private long horizonMillis() {
      return snapshot.nowMillis() + Time.LIMIT_MILLIS;
    }

    private void submitArrivals(long instantMillis) {
      while (nextArrivalMillis() <= instantMillis) {
        scheduler.submit(snapshot.waiting().get(arrivals[arrived++]), instantMillis);
      }
    }

    private long nextArrivalMillis() {
      return arrived == arrivals.length
          ? Time.NEVER
          : snapshot.waiting().get(arrivals[arrived]).submittedMillis();
    }

    private long nextEndMillis() {
      return ends.isEmpty() ? Time.NEVER : ends.peek().instantMillis;
    }

    private void start(Job job, int tasks, long nowMillis) {
      plan.add(positions.getOrDefault(job.id(), -1), nowMillis, tasks);
      ends.add(new End(nowMillis + job.durationMillis(), job, tasks, nowMillis));
    }
  }
}
