package tender.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;
import tender.core.node.NodePlacement;
import tender.core.node.NodeUse;
import tender.core.resource.NodeCluster;
import tender.core.resource.TaskRequest;

/** When and on which nodes each job of a trace started; the result of a simulation. */
public final class NodeClusterSchedule {
  private final NodeCluster cluster;
  private final ClusterSchedule starts;
  private final NodeQueue queue;

  NodeClusterSchedule(NodeCluster cluster, ClusterSchedule starts, NodeQueue queue) {
    this.cluster = cluster;
    this.starts = starts;
    this.queue = queue;
  }

  public NodeCluster cluster() {
    return cluster;
  }

  /** The starts without the nodes. */
  public ClusterSchedule starts() {
    return starts;
  }

  /** What the job with an index requested from its nodes. */
  public TaskRequest request(int index) {
    return queue.job(index).request();
  }

  /** The nodes of the job with an index, {@link NodePlacement#NONE} if it did not start. */
  public NodePlacement placement(int index) {
    return queue.placement(index);
  }

  /** The started jobs on their nodes until their actual ends, in order of arrival. */
  public List<NodeUse> uses() {
    List<NodeUse> uses = new ArrayList<>();
    for (int index = 0; index < starts.jobs().size(); index++) {
      if (starts.startMillis(index) != Time.NEVER) {
        uses.add(
            new NodeUse(
                queue.job(index).job().id(),
                request(index),
                placement(index),
                starts.endMillis(index)));
      }
    }
    return uses;
  }
}
