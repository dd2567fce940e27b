package tender.core.plan.reschedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;

/** The running tasks of a cluster, and when they are expected to end. */
final class RunningTasks {
  private final Cluster cluster;
  private final List<Run> runs = new ArrayList<>();

  /** Tasks of a job that were started together. */
  private record Run(Job job, int tasks, long startedMillis) {
    int processors() {
      return tasks * job.width();
    }

    long endMillis() {
      return startedMillis + job.durationMillis();
    }

    /**
     * An overdue run is expected to take as long again as it is overdue, so that the plan is not
     * revised all the time.
     */
    long expectedEndMillis(long nowMillis) {
      long endMillis = endMillis();
      return endMillis < nowMillis ? nowMillis + (nowMillis - endMillis) : endMillis;
    }
  }

  RunningTasks(Cluster cluster) {
    this.cluster = cluster;
  }

  void add(Job job, int tasks, long startedMillis) {
    runs.add(new Run(job, tasks, startedMillis));
  }

  void remove(Job job, int tasks, long startedMillis) {
    int remaining = tasks;
    for (int i = 0; i < runs.size() && remaining > 0; i++) {
      Run run = runs.get(i);
      if (run.startedMillis == startedMillis && run.job.id().equals(job.id())) {
        runs.remove(i--);
        if (run.tasks > remaining) {
          runs.add(++i, new Run(run.job, run.tasks - remaining, startedMillis));
        }
        remaining -= Math.min(remaining, run.tasks);
      }
    }
  }

  /** Reduces the estimate of a job; whether any of its running tasks had a longer one. */
  boolean shorten(JobId id, long durationMillis) {
    boolean isShorter = false;
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      if (run.job.id().equals(id) && durationMillis < run.job.durationMillis()) {
        runs.set(i, new Run(run.job.withDuration(durationMillis), run.tasks, run.startedMillis));
        isShorter = true;
      }
    }
    return isShorter;
  }

  int freeProcessors() {
    int free = cluster.processors();
    for (Run run : runs) {
      free -= run.processors();
    }
    return free;
  }

  boolean hasOverdueTask(long nowMillis) {
    for (Run run : runs) {
      if (run.endMillis() < nowMillis) {
        return true;
      }
    }
    return false;
  }

  List<RunningJob> at(long nowMillis) {
    List<RunningJob> running = new ArrayList<>(runs.size());
    for (Run run : runs) {
      running.add(
          new RunningJob(
              run.job.id(), run.processors(), run.startedMillis, run.expectedEndMillis(nowMillis)));
    }
    return running;
  }

  /** Adds when the last running task of each job is expected to end. */
  void addExpectedEnds(long nowMillis, Map<JobId, Long> ends) {
    for (Run run : runs) {
      ends.merge(run.job.id(), run.expectedEndMillis(nowMillis), Math::max);
    }
  }
}
