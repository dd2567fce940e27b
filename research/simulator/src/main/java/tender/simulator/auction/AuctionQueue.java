package tender.simulator.auction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.offer.FreeSlots;
import tender.core.profile.ArrayProfile;
import tender.core.queue.EasyScheduler;
import tender.core.queue.Scheduler;
import tender.simulator.event.EventQueue;

/**
 * A queue with its own processors, scheduled by EASY backfilling. Run times are known. The reported
 * free slots assume that each waiting job, in order of arrival, starts at its earliest instant.
 * EASY itself reserves only for the first waiting job, so a later job may start later than assumed,
 * and the slots may be too optimistic.
 */
final class AuctionQueue {
  /** Is notified when a job starts. */
  interface StartListener {
    void started(JobId job, long startMillis, long endMillis);
  }

  private record Running(int processors, long endMillis) {}

  private final QueueId id;
  private final Cluster cluster;
  private final Money price;
  private final EventQueue events;
  private final StartListener started;
  private final Scheduler scheduler;
  private final Scheduler.StartListener starts = this::start;
  private final Map<JobId, Job> waiting = new LinkedHashMap<>();
  private final Map<JobId, Running> running = new LinkedHashMap<>();
  private int busyProcessors;

  /** Computed after the last change of the queue; time alone does not change them. */
  private List<FreeSlot> slots = List.of();

  private boolean changed = true;

  AuctionQueue(QueueId id, Cluster cluster, Money price, EventQueue events, StartListener started) {
    this.id = id;
    this.cluster = cluster;
    this.price = price;
    this.events = events;
    this.started = started;
    scheduler = new EasyScheduler(cluster.processors());
  }

  QueueId id() {
    return id;
  }

  /** How many processors are busy. */
  int busyProcessors() {
    return busyProcessors;
  }

  QueueReport report(long nowMillis, long lookAheadMillis) {
    if (changed) {
      slots = slots(nowMillis);
      changed = false;
    }
    long latestMillis = Time.after(nowMillis, lookAheadMillis);
    return new QueueReport(
        id,
        cluster,
        price,
        slots.stream().filter(slot -> slot.fromMillis() <= latestMillis).toList());
  }

  private List<FreeSlot> slots(long nowMillis) {
    ArrayProfile free = ArrayProfile.of(nowMillis, cluster.processors());
    for (Running one : running.values()) {
      free.take(nowMillis, one.endMillis, one.processors);
    }
    for (Job job : waiting.values()) {
      free.takeEarliest(job.width(), job.durationMillis(), nowMillis);
    }
    return FreeSlots.of(free);
  }

  void submit(WaitingJob waitingJob, long nowMillis) {
    Job job =
        Job.rigid(
            new JobId(waitingJob.id().value()),
            waitingJob.processors(),
            cluster.durationMillis(waitingJob.estimateMillis()),
            nowMillis,
            Time.NEVER);
    changed = true;
    waiting.put(job.id(), job);
    scheduler.submit(job, nowMillis);
    scheduler.startDue(nowMillis, starts);
  }

  private void start(Job job, int tasks) {
    long nowMillis = events.nowMillis();
    long endMillis = nowMillis + job.durationMillis();
    waiting.remove(job.id());
    running.put(job.id(), new Running(job.width(), endMillis));
    busyProcessors += job.width();
    started.started(job.id(), nowMillis, endMillis);
    events.add(endMillis, EventQueue.Kind.TASKS_ENDED, () -> end(job, nowMillis));
  }

  private void end(Job job, long startMillis) {
    changed = true;
    running.remove(job.id());
    busyProcessors -= job.width();
    scheduler.ended(job, 1, startMillis, events.nowMillis());
    scheduler.startDue(events.nowMillis(), starts);
  }
}
