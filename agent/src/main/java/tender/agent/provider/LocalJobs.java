package tender.agent.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.LocalJob;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.EndedRun;
import tender.core.provider.Run;

/**
 * The cluster's own users' jobs, as core is told of them: what is new in the queue, what has
 * started, what is gone.
 *
 * <p>Where the owner keeps some processors for local jobs alone, jobs that fit there are not told:
 * they take nothing that could be offered.
 */
final class LocalJobs {
  private static final String PREFIX = "local.";

  private final int processors;
  private final int keptForLocal;
  private final Map<String, Told> told = new LinkedHashMap<>();
  private final Map<String, Integer> inKept = new LinkedHashMap<>();

  private record Told(Job job, boolean running, long startedMillis) {}

  /** What has changed, in core's words. */
  record Changes(List<EndedRun> ended, List<JobId> gone, List<Job> submitted, List<Run> started) {}

  /**
   * @param processors on which core plans
   * @param keptForLocal others that the cluster has besides
   */
  LocalJobs(int processors, int keptForLocal) {
    this.processors = processors;
    this.keptForLocal = keptForLocal;
  }

  /** What the batch system calls a job that core was told of. */
  Optional<String> batchId(JobId id) {
    return Optional.of(id.value())
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> name.substring(PREFIX.length()));
  }

  /**
   * Compares the queue with what was told.
   *
   * @param ownProcessors those that run parts of bags
   */
  Changes see(List<LocalJob> queue, int ownProcessors, long nowMillis) {
    Changes changes =
        new Changes(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<String, LocalJob> present = new LinkedHashMap<>();
    queue.forEach(job -> present.put(job.id(), job));
    leave(present, changes);
    int free = processors - ownProcessors - toldToRun();
    for (LocalJob job : present.values()) {
      free -= tell(job, free, changes, nowMillis);
    }
    return changes;
  }

  private void leave(Map<String, LocalJob> present, Changes changes) {
    inKept.keySet().removeIf(id -> !present.containsKey(id));
    for (Map.Entry<String, Told> entry : List.copyOf(told.entrySet())) {
      if (!present.containsKey(entry.getKey())) {
        told.remove(entry.getKey());
        Told one = entry.getValue();
        if (one.running) {
          changes.ended.add(EndedRun.unpaid(new Run(one.job, TaskSet.first(1), one.startedMillis)));
        } else {
          changes.gone.add(one.job.id());
        }
      }
    }
  }

  private int toldToRun() {
    return told.values().stream().filter(Told::running).mapToInt(one -> one.job.width()).sum();
  }

  /** How many processors it takes of those that are free. */
  private int tell(LocalJob local, int free, Changes changes, long nowMillis) {
    Told before = told.get(local.id());
    if (inKept.containsKey(local.id())
        || local.processors() > processors + keptForLocal
        || (before != null && before.running == local.running())) {
      return 0;
    }
    if (before == null && fitsInKept(local)) {
      inKept.put(local.id(), local.processors());
      return 0;
    }
    int width = Math.min(local.processors(), local.running() ? free : processors);
    if (width <= 0) {
      // More seems to run than there are processors: it cannot be planned around.
      if (before != null) {
        told.remove(local.id());
        changes.gone.add(before.job.id());
      }
      return 0;
    }
    Job job = before == null ? job(local, width, nowMillis) : before.job;
    if (before == null) {
      changes.submitted.add(job);
    } else if (job.width() > free) {
      told.remove(local.id());
      changes.gone.add(job.id());
      return 0;
    }
    told.put(local.id(), new Told(job, local.running(), local.startedMillis()));
    if (local.running()) {
      changes.started.add(new Run(job, TaskSet.first(1), local.startedMillis()));
      return job.width();
    }
    return 0;
  }

  private boolean fitsInKept(LocalJob local) {
    int used = inKept.values().stream().mapToInt(Integer::intValue).sum();
    return used + local.processors() <= keptForLocal;
  }

  /** Who asks for no deadline wants it as soon as can be. */
  private static Job job(LocalJob local, int width, long nowMillis) {
    long durationMillis = Math.clamp(local.limitMillis(), 1, Time.LIMIT_MILLIS);
    long wantedMillis =
        local.deadlineMillis() == Time.NEVER ? nowMillis + durationMillis : local.deadlineMillis();
    return Job.rigid(
        new JobId(PREFIX + local.id()),
        width,
        durationMillis,
        local.submittedMillis(),
        Math.min(wantedMillis, Time.LIMIT_MILLIS));
  }
}
