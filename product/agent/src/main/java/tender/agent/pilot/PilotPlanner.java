package tender.agent.pilot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.LocalJob;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.PilotArray;
import tender.core.budget.ExplicitAllocation;
import tender.core.budget.ProcessorRequest;
import tender.core.budget.RequestDemand;
import tender.core.budget.RequestLimits;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.Profile;
import tender.core.profile.ProfileBuilder;

/**
 * Plans the pilots for tasks that are too short for separate jobs: how many, how long, and for how
 * many tasks. Core's {@link ExplicitAllocation} computes them for the processors that the queue
 * leaves free. If a task needs several processors, slots of that width are counted.
 */
public final class PilotPlanner {
  /** Time that a pilot needs beyond its tasks: the script starts no task in the last 20 s. */
  private static final long MARGIN_MILLIS = 30 * Time.SECOND_MILLIS;

  /** How many different pilot arrays may be queued for a part. */
  private static final int MAX_REQUESTS = 4;

  /** Resolution: instants are rounded to this fraction of a pilot's maximum time. */
  private static final int STEPS = 100;

  private final PilotSettings settings;
  private final Job job;
  private final long taskLimitMillis;
  private final TreeMap<Long, Integer> usedChanges = new TreeMap<>();

  /**
   * For one part.
   *
   * @param taskLimitMillis how long a task may run before it is killed
   */
  public PilotPlanner(PilotSettings settings, Job job, long taskLimitMillis) {
    this.settings = settings;
    this.job = job;
    this.taskLimitMillis = taskLimitMillis;
  }

  /** Whether the part's tasks are short enough for pilots. */
  public boolean needsPilots() {
    return job.durationMillis() < settings.maxTaskMillis();
  }

  /**
   * Counts running jobs and other reservations as used. Waiting jobs are ignored, because the batch
   * system starts short jobs before them.
   *
   * @param ownReservation the name of the part's own reservation
   */
  public PilotPlanner countUsed(QueueSnapshot queue, String ownReservation, long nowMillis) {
    for (LocalJob local : queue.localJobs()) {
      if (local.running()) {
        addUsed(
            local.processors(), nowMillis, local.startedMillis() + local.limitMillis(), nowMillis);
      }
    }
    for (OwnTask own : queue.ownTasks()) {
      if (own.running()) {
        addUsed(job.width(), nowMillis, nowMillis + taskLimitMillis, nowMillis);
      }
    }
    for (ObservedReservation reservation : queue.reservations()) {
      if (!reservation.name().equals(ownReservation)) {
        addUsed(
            reservation.processors(),
            reservation.fromMillis(),
            reservation.untilMillis(),
            nowMillis);
      }
    }
    return this;
  }

  /** Rounds instants away from now, which bounds the number of steps in the profile. */
  private void addUsed(int processors, long fromMillis, long untilMillis, long nowMillis) {
    long stepMillis = Math.ceilDiv(maxPilotMillis(), STEPS);
    long from = Math.max(0, fromMillis - nowMillis) / stepMillis;
    long until = Math.ceilDiv(Math.max(0, untilMillis - nowMillis), stepMillis);
    usedChanges.merge(nowMillis + from * stepMillis, processors, Integer::sum);
    if (until <= 2 * STEPS) {
      usedChanges.merge(nowMillis + until * stepMillis, -processors, Integer::sum);
    }
  }

  private long maxPilotMillis() {
    return Math.max(settings.maxPilotMillis(), taskLimitMillis);
  }

  /**
   * The pilot arrays for some tasks; together they may cover fewer tasks.
   *
   * @param processors that may be used
   * @param maxPilots how many pilots may be submitted
   */
  public List<PilotArray> plan(int tasks, int processors, int maxPilots, long nowMillis) {
    int slots = Math.max(1, processors / job.width());
    RequestLimits limits =
        new RequestLimits(MAX_REQUESTS, Math.min(slots, Math.max(1, maxPilots)), maxPilotMillis());
    long typicalMillis = Math.min(job.durationMillis(), taskLimitMillis);
    RequestDemand need =
        new RequestDemand(tasks, typicalMillis, taskLimitMillis, job.deadlineMillis());
    RequestDemand late =
        new RequestDemand(tasks, typicalMillis, taskLimitMillis, Time.LIMIT_MILLIS);
    Profile free = freeTaskSlots(processors, nowMillis);
    Profile empty = new ProfileBuilder(1).step(nowMillis, slots).build();
    return allocate(free, limits, need)
        // Late pilots are better than none; if nothing is free, they wait in the queue.
        .or(() -> allocate(free, limits, late))
        .or(() -> allocate(empty, limits, late))
        .orElse(List.of())
        .stream()
        .map(
            request ->
                new PilotArray(
                    request.processors(),
                    request.tasks(),
                    taskLimitMillis,
                    request.durationMillis() + MARGIN_MILLIS))
        .toList();
  }

  private static Optional<List<ProcessorRequest>> allocate(
      Profile free, RequestLimits limits, RequestDemand need) {
    if (need.untilMillis() <= free.originMillis()) {
      return Optional.empty();
    }
    List<ProcessorRequest> requests = ExplicitAllocation.craft(List.of(), free, limits, need);
    return requests.isEmpty() ? Optional.empty() : Optional.of(requests);
  }

  /** Free slots for a task over time. */
  private Profile freeTaskSlots(int processors, long nowMillis) {
    ProfileBuilder profile = new ProfileBuilder(usedChanges.size() + 1);
    int free = processors;
    profile.step(nowMillis, free / job.width());
    for (Map.Entry<Long, Integer> change : usedChanges.entrySet()) {
      free -= change.getValue();
      profile.step(change.getKey(), Math.max(0, free) / job.width());
    }
    return profile.build();
  }
}
