package tender.core.node;

import tender.core.model.JobId;
import tender.core.resource.Resource;

/** A violation of the rules for tasks on nodes. */
public sealed interface NodePlanViolation {

  /** Tasks take more of a resource than the node has; the first such instant is given. */
  record Oversubscribed(int node, Resource resource, long instantMillis, long taken, int total)
      implements NodePlanViolation {}

  /** The node lacks a feature that the task requires. */
  record MissingFeature(JobId job, int node, String feature) implements NodePlanViolation {}

  /** The node's GPUs are of another type than the task requires. */
  record WrongGpuType(JobId job, int node, String required, String actual)
      implements NodePlanViolation {}

  /** Another task is on the node of a task that requested it exclusively. */
  record ExclusiveNodeShared(JobId job, int node, JobId other) implements NodePlanViolation {}

  /** The task has another number of different nodes than it requested. */
  record WrongNumberOfNodes(JobId job, int requested, long different)
      implements NodePlanViolation {}

  /** The cluster has no node with this number. */
  record UnknownNode(JobId job, int node) implements NodePlanViolation {}

  /** A planned task starts in the past. */
  record StartsTooEarly(JobId job, long startMillis, long nowMillis) implements NodePlanViolation {}
}
