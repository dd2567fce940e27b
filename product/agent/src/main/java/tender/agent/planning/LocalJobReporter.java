package tender.agent.planning;

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
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;

/**
 * The cluster's own users' jobs, as core is told of them: what is new in the queue, what has
 * started, what is gone.
 *
 * <p>Where the owner keeps some processors for local jobs alone, jobs that fit there are not told:
 * they take nothing that could be offered.
 */
final class LocalJobReporter {
  private static final String PREFIX = "local.";

  private final int processors;
  private final int reservedForLocal;
  private final Map<String, ReportedJob> reported = new LinkedHashMap<>();
  private final Map<String, Integer> inReserved = new LinkedHashMap<>();

  private record ReportedJob(Job job, boolean running, long startedMillis) {}

  /** What has changed, in core's words. */
  record JobChanges(List<EndedRun> ended, List<JobId> gone, List<Job> submitted, List<JobRun> started) {}

  /**
   * @param processors on which core plans
   * @param keptForLocal others that the cluster has besides
   */
  LocalJobReporter(int processors, int keptForLocal) {
    this.processors = processors;
    this.reservedForLocal = keptForLocal;
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
  JobChanges update(List<LocalJob> queue, int ownProcessors, long nowMillis) {
    JobChanges changes =
        new JobChanges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<String, LocalJob> present = new LinkedHashMap<>();
    queue.forEach(job -> present.put(job.id(), job));
    removeMissing(present, changes);
    int free = processors - ownProcessors - reportedRunningProcessors();
    for (LocalJob job : present.values()) {
      free -= report(job, free, changes, nowMillis);
    }
    return changes;
  }

  private void removeMissing(Map<String, LocalJob> present, JobChanges changes) {
    inReserved.keySet().removeIf(id -> !present.containsKey(id));
    for (Map.Entry<String, ReportedJob> entry : List.copyOf(reported.entrySet())) {
      if (!present.containsKey(entry.getKey())) {
        reported.remove(entry.getKey());
        ReportedJob one = entry.getValue();
        if (one.running) {
          changes.ended.add(EndedRun.unpaid(new JobRun(one.job, TaskSet.first(1), one.startedMillis)));
        } else {
          changes.gone.add(one.job.id());
        }
      }
    }
  }

  private int reportedRunningProcessors() {
    return reported.values().stream().filter(ReportedJob::running).mapToInt(one -> one.job.width()).sum();
  }

  /** How many processors it takes of those that are free. */
  private int report(LocalJob local, int free, JobChanges changes, long nowMillis) {
    ReportedJob before = reported.get(local.id());
    if (inReserved.containsKey(local.id())
        || local.processors() > processors + reservedForLocal
        || (before != null && before.running == local.running())) {
      return 0;
    }
    if (before == null && fitsInReserved(local)) {
      inReserved.put(local.id(), local.processors());
      return 0;
    }
    int width = Math.min(local.processors(), local.running() ? free : processors);
    if (width <= 0) {
      // More seems to run than there are processors: it cannot be planned around.
      if (before != null) {
        reported.remove(local.id());
        changes.gone.add(before.job.id());
      }
      return 0;
    }
    Job job = before == null ? toCoreJob(local, width, nowMillis) : before.job;
    if (before == null) {
      changes.submitted.add(job);
    } else if (job.width() > free) {
      reported.remove(local.id());
      changes.gone.add(job.id());
      return 0;
    }
    reported.put(local.id(), new ReportedJob(job, local.running(), local.startedMillis()));
    if (local.running()) {
      changes.started.add(new JobRun(job, TaskSet.first(1), local.startedMillis()));
      return job.width();
    }
    return 0;
  }

  private boolean fitsInReserved(LocalJob local) {
    int used = inReserved.values().stream().mapToInt(Integer::intValue).sum();
    return used + local.processors() <= reservedForLocal;
  }

  /** Who asks for no deadline wants it as soon as can be. */
  private static Job toCoreJob(LocalJob local, int width, long nowMillis) {
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
