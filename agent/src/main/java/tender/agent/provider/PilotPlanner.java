package tender.agent.provider;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.Pilots;
import tender.agent.batch.Queue;
import tender.agent.batch.SeenHold;
import tender.core.budget.ExplicitAllocation;
import tender.core.budget.Need;
import tender.core.budget.Request;
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
final class PilotPlanner {
  /** What a pilot needs beside its tasks: the script begins none in the last 20 s. */
  private static final long MARGIN_MILLIS = 30 * Time.SECOND_MILLIS;

  /** So many shapes may stand in the queue for a part; another one for what they leave. */
  private static final int MOST_REQUESTS = 4;

  /** Steps of the time that a pilot may take, by which instants are told apart. */
  private static final int STEPS = 100;

  private final PilotSettings settings;
  private final Job job;
  private final long taskLimitMillis;
  private final TreeMap<Long, Integer> taken = new TreeMap<>();

  /**
   * For a part.
   *
   * @param taskLimitMillis how long one of its tasks may run before it is killed
   */
  PilotPlanner(PilotSettings settings, Job job, long taskLimitMillis) {
    this.settings = settings;
    this.job = job;
    this.taskLimitMillis = taskLimitMillis;
  }

  /** Whether its tasks are so short that pilots should run them. */
  boolean wantsPilots() {
    return job.durationMillis() < settings.shorterThanMillis();
  }

  /**
   * Counts what runs, and what is kept for others, as taken; a batch system plans what waits around
   * what is short.
   *
   * @param hold the name of what is kept for the part itself
   */
  PilotPlanner beside(Queue queue, String hold, long nowMillis) {
    for (LocalJob local : queue.local()) {
      if (local.running()) {
        take(local.processors(), nowMillis, local.startedMillis() + local.limitMillis(), nowMillis);
      }
    }
    for (OwnTask own : queue.own()) {
      if (own.running()) {
        take(job.width(), nowMillis, nowMillis + taskLimitMillis, nowMillis);
      }
    }
    for (SeenHold held : queue.holds()) {
      if (!held.name().equals(hold)) {
        take(held.processors(), held.fromMillis(), held.untilMillis(), nowMillis);
      }
    }
    return this;
  }

  /** Rounds instants away from now, so that a profile has few steps however many jobs there are. */
  private void take(int processors, long fromMillis, long untilMillis, long nowMillis) {
    long stepMillis = Math.ceilDiv(longestMillis(), STEPS);
    long from = Math.max(0, fromMillis - nowMillis) / stepMillis;
    long until = Math.ceilDiv(Math.max(0, untilMillis - nowMillis), stepMillis);
    taken.merge(nowMillis + from * stepMillis, processors, Integer::sum);
    if (until <= 2 * STEPS) {
      taken.merge(nowMillis + until * stepMillis, -processors, Integer::sum);
    }
  }

  private long longestMillis() {
    return Math.max(settings.longestMillis(), taskLimitMillis);
  }

  /**
   * The pilots for some tasks, each entry an array; together they may be for fewer tasks.
   *
   * @param processors that may be used
   * @param most how many pilots may be submitted
   */
  List<Pilots> plan(int tasks, int processors, int most, long nowMillis) {
    int places = Math.max(1, processors / job.width());
    RequestLimits limits =
        new RequestLimits(MOST_REQUESTS, Math.min(places, Math.max(1, most)), longestMillis());
    long typicalMillis = Math.min(job.durationMillis(), taskLimitMillis);
    Need need = new Need(tasks, typicalMillis, taskLimitMillis, job.deadlineMillis());
    Need late = new Need(tasks, typicalMillis, taskLimitMillis, Time.LIMIT_MILLIS);
    Profile free = free(processors, nowMillis);
    Profile empty = new ProfileBuilder(1).step(nowMillis, places).build();
    return craft(free, limits, need)
        // Late is better than never; and who sees no gap stands in line for the first one.
        .or(() -> craft(free, limits, late))
        .or(() -> craft(empty, limits, late))
        .orElse(List.of())
        .stream()
        .map(
            request ->
                new Pilots(
                    request.processors(),
                    request.tasks(),
                    taskLimitMillis,
                    request.durationMillis() + MARGIN_MILLIS))
        .toList();
  }

  private static Optional<List<Request>> craft(Profile free, RequestLimits limits, Need need) {
    if (need.untilMillis() <= free.originMillis()) {
      return Optional.empty();
    }
    List<Request> requests = ExplicitAllocation.craft(List.of(), free, limits, need);
    return requests.isEmpty() ? Optional.empty() : Optional.of(requests);
  }

  /** Places for a task over time. */
  private Profile free(int processors, long nowMillis) {
    ProfileBuilder profile = new ProfileBuilder(taken.size() + 1);
    int free = processors;
    profile.step(nowMillis, free / job.width());
    for (Map.Entry<Long, Integer> change : taken.entrySet()) {
      free -= change.getValue();
      profile.step(change.getKey(), Math.max(0, free) / job.width());
    }
    return profile.build();
  }
}
