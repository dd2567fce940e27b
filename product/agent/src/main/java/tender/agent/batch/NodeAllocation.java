package tender.agent.batch;

import java.util.List;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/**
 * What a batch system has given to a job, or will give to it.
 *
 * @param perNode on each of its nodes; rounded up if the nodes differ
 * @param nodes how many nodes
 * @param exclusive whether no other job may run on its nodes
 * @param names of its nodes; empty while it waits
 */
public record NodeAllocation(
    ResourceAmounts perNode, int nodes, boolean exclusive, List<String> names) {
  public NodeAllocation {
    names = List.copyOf(names);
  }

  /** The same as a request. */
  public TaskRequest request() {
    TaskRequest request = TaskRequest.onNodes(nodes, perNode);
    return exclusive ? request.onExclusiveNodes() : request;
  }
}
