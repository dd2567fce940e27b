package tender.agent.pilot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ObservedReservation;
import tender.core.budget.ExplicitAllocation;
import tender.core.budget.RequestDemand;
import tender.core.budget.ProcessorRequest;
import tender.core.budget.RequestLimits;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.profile.Profile;
import tender.core.profile.ProfileBuilder;

/**
 * What pilots to submit for tasks that are too short to be jobs of their own: how many, for how
 * long, and for how many tasks. Core's {@link ExplicitAllocation} crafts it for the processors that
 * the queue leaves free; where a task takes several processors, places for a task are counted.
 */
public final class PilotPlanner {
  /** What a pilot needs beside its tasks: the script begins none in the last 20 s. */
  private static final long MARGIN_MILLIS = 30 * Time.SECOND_MILLIS;

  /** So many shapes may stand in the queue for a part; another one for what they leave. */
  private static final int MAX_REQUESTS = 4;

  /** Steps of the time that a pilot may take, by which instants are told apart. */
  private static final int STEPS = 100;

  private final PilotSettings settings;
  private final Job job;
  private final long taskLimitMillis;
  private final TreeMap<Long, Integer> usedChanges = new TreeMap<>();

  /**
   * For a part.
   *
   * @param taskLimitMillis how long one of its tasks may run before it is killed
   */
  public PilotPlanner(PilotSettings settings, Job job, long taskLimitMillis) {
    this.settings = settings;
    this.job = job;
    this.taskLimitMillis = taskLimitMillis;
  }

  /** Whether its tasks are so short that pilots should run them. */
  public boolean needsPilots() {
    return job.durationMillis() < settings.maxTaskMillis();
  }

  /**
   * Counts what runs, and what is kept for others, as taken; a batch system plans what waits around
   * what is short.
   *
   * @param hold the name of what is kept for the part itself
   */
  public PilotPlanner countUsed(QueueSnapshot queue, String hold, long nowMillis) {
    for (LocalJob local : queue.localJobs()) {
      if (local.running()) {
        addUsed(local.processors(), nowMillis, local.startedMillis() + local.limitMillis(), nowMillis);
      }
    }
    for (OwnTask own : queue.ownTasks()) {
      if (own.running()) {
        addUsed(job.width(), nowMillis, nowMillis + taskLimitMillis, nowMillis);
      }
    }
    for (ObservedReservation held : queue.reservations()) {
      if (!held.name().equals(hold)) {
        addUsed(held.processors(), held.fromMillis(), held.untilMillis(), nowMillis);
      }
    }
    return this;
  }

  /** Rounds instants away from now, so that a profile has few steps however many jobs there are. */
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
   * The pilots for some tasks, each entry an array; together they may be for fewer tasks.
   *
   * @param processors that may be used
   * @param most how many pilots may be submitted
   */
  public List<PilotArray> plan(int tasks, int processors, int most, long nowMillis) {
    int places = Math.max(1, processors / job.width());
    RequestLimits limits =
        new RequestLimits(MAX_REQUESTS, Math.min(places, Math.max(1, most)), maxPilotMillis());
    long typicalMillis = Math.min(job.durationMillis(), taskLimitMillis);
    RequestDemand need = new RequestDemand(tasks, typicalMillis, taskLimitMillis, job.deadlineMillis());
    RequestDemand late = new RequestDemand(tasks, typicalMillis, taskLimitMillis, Time.LIMIT_MILLIS);
    Profile free = freeTaskSlots(processors, nowMillis);
    Profile empty = new ProfileBuilder(1).step(nowMillis, places).build();
    return allocate(free, limits, need)
        // Late is better than never; and who sees no gap stands in line for the first one.
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

  private static Optional<List<ProcessorRequest>> allocate(Profile free, RequestLimits limits, RequestDemand need) {
    if (need.untilMillis() <= free.originMillis()) {
      return Optional.empty();
    }
    List<ProcessorRequest> requests = ExplicitAllocation.craft(List.of(), free, limits, need);
    return requests.isEmpty() ? Optional.empty() : Optional.of(requests);
  }

  /** Places for a task over time. */
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
