package tender.core.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.node.NodeProfile;
import tender.core.node.ObservedUse;
import tender.core.profile.ArrayProfile;
import tender.core.profile.Profile;
import tender.core.profile.ProfileBuilder;
import tender.core.resource.NodeCluster;
import tender.core.resource.ResourceAmounts;

/**
 * The input of a planner: the machine, its running and waiting jobs, and the current time.
 *
 * @param waiting in any order; no job may be wider than the machine
 * @param onNodes what was observed to be taken on each node; empty if nothing was observed yet
 */
public record Snapshot(
    Cluster cluster,
    long nowMillis,
    List<RunningJob> running,
    List<Job> waiting,
    Optional<List<ObservedUse>> onNodes) {
  /** Without an observation of nodes. */
  public Snapshot(Cluster cluster, long nowMillis, List<RunningJob> running, List<Job> waiting) {
    this(cluster, nowMillis, running, waiting, Optional.empty());
  }

  public Snapshot {
    running = List.copyOf(running);
    waiting = List.copyOf(waiting);
    onNodes = onNodes.map(List::copyOf);
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

  /**
   * What the running jobs leave free.
   *
   * @param processors what they leave of the processors, which planning may change
   */
  FreeCapacity freeCapacity(Profile processors) {
    return cluster
        .nodes()
        .<FreeCapacity>map(nodes -> new FreeNodes(freeNodes(nodes)))
        .orElseGet(() -> new FreeProcessors(processors));
  }

  private NodeProfile freeNodes(NodeCluster nodes) {
    NodeProfile free = NodeProfile.of(nowMillis, nodes);
    if (onNodes.isPresent()) {
      for (ObservedUse use : onNodes.get()) {
        free.takeObserved(use.node(), use.amounts(), nowMillis, use.occupiedUntilMillis(nowMillis));
      }
    } else {
      running.forEach(job -> takeAnywhere(free, job));
    }
    return free;
  }

  /** The nodes of the job are not known: it takes processors from the first nodes on. */
  private void takeAnywhere(NodeProfile free, RunningJob job) {
    int left = job.processors();
    for (int node = 0; node < free.cluster().nodes() && left > 0; node++) {
      int taken = Math.min(left, free.freeAt(node, nowMillis).processors());
      free.takeObserved(node, new ResourceAmounts(taken, 0, 0, 0), nowMillis, until(job));
      left -= taken;
    }
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
