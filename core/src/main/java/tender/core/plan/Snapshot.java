package tender.core.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;
import tender.core.profile.ProfileBuilder;

/**
 * The input of a planner: the machine, its running and waiting jobs, and the current time.
 *
 * @param waiting in any order; no job may be wider than the machine
 */
public record Snapshot(
    Cluster cluster, long nowMillis, List<RunningJob> running, List<Job> waiting) {
  public Snapshot {
    running = List.copyOf(running);
    waiting = List.copyOf(waiting);
    long busy = 0;
    for (RunningJob job : running) {
      busy += job.processors();
    }
    if (busy > cluster.processors()) {
      throw new IllegalArgumentException(
          busy + " processors are busy on a cluster of " + cluster.processors() + ".");
    }
    for (Job job : waiting) {
      if (job.width() > cluster.processors()) {
        throw new IllegalArgumentException(
            "Job "
                + job.id()
                + " needs "
                + job.width()
                + " processors, but the cluster has only "
                + cluster.processors()
                + ".");
      }
    }
  }

  /** The processors that the running jobs leave free, each until its expected end. */
  public ArrayProfile freeBesideRunning() {
    RunningJob[] byEnd = running.toArray(RunningJob[]::new);
    Arrays.sort(byEnd, (left, right) -> Long.compare(until(left), until(right)));
    int free = cluster.processors();
    for (RunningJob job : byEnd) {
      free -= job.processors();
    }
    ProfileBuilder profile = new ProfileBuilder(running.size() + 1);
    profile.step(nowMillis, free);
    for (RunningJob job : byEnd) {
      if (until(job) != Time.NEVER) {
        free += job.processors();
        profile.step(until(job), free);
      }
    }
    return profile.build();
  }

  private long until(RunningJob job) {
    return job.occupiedUntilMillis(nowMillis);
  }

  /** The indexes of {@link #waiting()} in the given order of the jobs. */
  int[] order(Comparator<Job> order) {
    Integer[] positions = new Integer[waiting.size()];
    Arrays.setAll(positions, i -> i);
    Arrays.sort(positions, (left, right) -> order.compare(waiting.get(left), waiting.get(right)));
    int[] ordered = new int[positions.length];
    Arrays.setAll(ordered, i -> positions[i]);
    return ordered;
  }
}
