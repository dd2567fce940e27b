package tender.agent.lending;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.core.model.Time;

/**
 * Decides how many processors market work must free for local jobs: for a job that has waited for
 * them as long as the {@link LendingMode} allows, and for a job that would miss its deadline.
 *
 * <p>Only jobs that could run if there were no market work count. A job may still wait after enough
 * processors are free, because they are on different nodes or because it waits for something else.
 * Then more is freed for it, and if that does not help either, it is ignored until other local jobs
 * start or end.
 */
public final class LocalJobPreemption {
  private static final long GIVE_UP_MILLIS = 4 * LendingMode.SCHEDULING_MILLIS;

  private final LendingMode mode;
  private final Map<String, Long> startableSinceMillis = new HashMap<>();
  private final Map<String, Long> urgentSinceMillis = new HashMap<>();
  private Set<String> runningJobs = Set.of();
  private boolean hasReadQueue;

  public LocalJobPreemption(LendingMode mode) {
    this.mode = mode;
  }

  /**
   * How many processors market work must free now; may be more than it uses.
   *
   * @param processors of the cluster
   * @param ownProcessors used by the agent's tasks
   */
  public int processorsToFree(
      QueueSnapshot queue, int processors, int ownProcessors, long nowMillis) {
    int unusedByLocalJobs = Math.max(0, processors - queue.runningLocalProcessors());
    List<LocalJob> startable = startable(queue.localJobs(), unusedByLocalJobs);
    forgetOthers(queue, startable);
    int free = unusedByLocalJobs - ownProcessors;
    int needed = 0;
    for (LocalJob job : startable) {
      // It is unknown how long a job has been waiting that was there before the agent.
      startableSinceMillis.putIfAbsent(
          job.id(), hasReadQueue ? nowMillis : Math.min(job.submittedMillis(), nowMillis));
      if (isUrgent(job, nowMillis)) {
        long urgentMillis = nowMillis - urgentSinceMillis.computeIfAbsent(job.id(), _ -> nowMillis);
        if (urgentMillis < LendingMode.SCHEDULING_MILLIS) {
          int usable = Math.clamp(free, 0, job.processors());
          free -= usable;
          needed += job.processors() - usable;
        } else if (urgentMillis < GIVE_UP_MILLIS) {
          needed += job.processors();
        }
      }
    }
    hasReadQueue = true;
    return needed;
  }

  /** The waiting jobs that could all run now without market work, in the order of the queue. */
  private static List<LocalJob> startable(List<LocalJob> jobs, int processors) {
    List<LocalJob> startable = new ArrayList<>();
    int left = processors;
    for (LocalJob job : jobs) {
      if (!job.running() && job.processors() <= left) {
        left -= job.processors();
        startable.add(job);
      }
    }
    return startable;
  }

  private void forgetOthers(QueueSnapshot queue, List<LocalJob> startable) {
    Set<String> ids = new HashSet<>();
    startable.forEach(job -> ids.add(job.id()));
    startableSinceMillis.keySet().retainAll(ids);
    urgentSinceMillis.keySet().retainAll(ids);
    Set<String> running = new HashSet<>();
    queue.localJobs().stream().filter(LocalJob::running).forEach(job -> running.add(job.id()));
    if (!running.equals(runningJobs)) {
      urgentSinceMillis.clear();
      runningJobs = running;
    }
  }

  private boolean isUrgent(LocalJob job, long nowMillis) {
    long waitedMillis = nowMillis - startableSinceMillis.getOrDefault(job.id(), nowMillis);
    return mode.isIdle()
        || waitedMillis > mode.untilStopMillis()
        || (job.deadlineMillis() != Time.NEVER
            && job.deadlineMillis() - job.limitMillis() - nowMillis < LendingMode.STOP_AHEAD_MILLIS
            && job.deadlineMillis() > nowMillis);
  }
}
