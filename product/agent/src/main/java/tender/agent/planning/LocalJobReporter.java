package tender.agent.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.LocalJob;
import tender.agent.batch.NodeAllocation;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.resource.TaskRequest;

/**
 * Reports the jobs of the cluster's own users to core: new ones, started ones and those that are
 * gone.
 *
 * <p>If the owner reserves some processors for local jobs, jobs that fit there are not reported:
 * they use nothing that could be offered.
 */
final class LocalJobReporter {
  private static final String PREFIX = "local.";

  private final int processors;
  private final int reservedForLocal;
  private final Map<String, ReportedJob> reported = new LinkedHashMap<>();
  private final Map<String, Integer> inReserved = new LinkedHashMap<>();

  private record ReportedJob(Job job, boolean running, long startedMillis) {}

  /** Changes since the last update, as core's types. */
  record JobChanges(
      List<EndedRun> ended, List<JobId> gone, List<Job> submitted, List<JobRun> started) {}

  /**
   * @param processors with which core plans
   * @param reservedForLocal further processors of the cluster
   */
  LocalJobReporter(int processors, int reservedForLocal) {
    this.processors = processors;
    this.reservedForLocal = reservedForLocal;
  }

  /** The batch system's id of a job that was reported to core. */
  Optional<String> batchId(JobId id) {
    return Optional.of(id.value())
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> name.substring(PREFIX.length()));
  }

  /** Processors of the jobs in the queue that were reported as running. */
  int runningProcessors(Collection<LocalJob> queue) {
    return queue.stream()
        .map(job -> reported.get(job.id()))
        .filter(known -> known != null && known.running)
        .mapToInt(known -> known.job.width())
        .sum();
  }

  /**
   * Compares the queue with the reported jobs.
   *
   * @param ownProcessors used by parts of bags
   */
  JobChanges update(List<LocalJob> queue, int ownProcessors, long nowMillis) {
    JobChanges changes =
        new JobChanges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<String, LocalJob> present = new LinkedHashMap<>();
    queue.forEach(job -> present.put(job.id(), job));
    removeMissing(present, changes);
    int free = processors - ownProcessors - runningProcessors(present.values());
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
        ReportedJob missing = entry.getValue();
        if (missing.running) {
          changes.ended.add(
              EndedRun.unpaid(new JobRun(missing.job, TaskSet.first(1), missing.startedMillis)));
        } else {
          changes.gone.add(missing.job.id());
        }
      }
    }
  }

  /** Reports a job if it has changed. Returns how many free processors it uses. */
  private int report(LocalJob local, int free, JobChanges changes, long nowMillis) {
    ReportedJob known = reported.get(local.id());
    // Core does not take back a start: a job that waits again counts as running until it is gone.
    if (inReserved.containsKey(local.id())
        || local.processors() > processors + reservedForLocal
        || (known != null && (known.running || !local.running()))) {
      return 0;
    }
    if (known == null && fitsInReserved(local)) {
      inReserved.put(local.id(), local.processors());
      return 0;
    }
    int width = Math.min(local.processors(), local.running() ? free : processors);
    if (width <= 0) {
      // More jobs seem to run than there are processors, so core cannot plan with this one.
      if (known != null) {
        reported.remove(local.id());
        changes.gone.add(known.job.id());
      }
      return 0;
    }
    Job job = known == null ? toCoreJob(local, width, nowMillis) : known.job;
    if (known == null) {
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

  /** A job without a deadline gets the earliest possible one. */
  private static Job toCoreJob(LocalJob local, int width, long nowMillis) {
    long durationMillis = Math.clamp(local.limitMillis(), 1, Time.LIMIT_MILLIS);
    long deadlineMillis =
        local.deadlineMillis() == Time.NEVER ? nowMillis + durationMillis : local.deadlineMillis();
    Optional<TaskRequest> request =
        local
            .allocation()
            .map(NodeAllocation::request)
            // A job is narrower here than in the queue if it uses processors that are not lent.
            .filter(requested -> requested.processors() == width);
    return Job.rigid(
            new JobId(PREFIX + local.id()),
            width,
            durationMillis,
            local.submittedMillis(),
            Math.min(deadlineMillis, Time.LIMIT_MILLIS))
        .withRequest(request);
  }
}
