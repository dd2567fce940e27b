package tender.core.node;

import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.resource.TaskRequest;

/**
 * A task on its nodes from its start until its expected end, as the verifier sees it.
 *
 * @param endMillis {@link Time#NEVER} if the batch system sets no time limit
 */
public record NodeUse(JobId job, TaskRequest request, NodePlacement placement, long endMillis) {
  /** A task that takes exactly its estimate. */
  public static NodeUse of(NodeJob job, NodePlacement placement) {
    return new NodeUse(
        job.job().id(),
        job.request(),
        placement,
        placement.startMillis() + job.job().durationMillis());
  }

  /** Whether the task occupies its nodes at an instant. */
  public boolean covers(long instantMillis) {
    return placement.startMillis() <= instantMillis && instantMillis < endMillis;
  }

  /** Whether the task has this node. */
  public boolean isOn(int node) {
    return placement.nodes().anyMatch(own -> own == node);
  }
}
