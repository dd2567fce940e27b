package tender.agent.batch;

import java.util.Optional;
import tender.core.model.Bag;
import tender.core.resource.TaskRequest;

/**
 * A cluster as its batch system describes it.
 *
 * @param version of the batch system, for display
 * @param processors usable now; nodes that are down or drained are not counted, so it may be 0
 * @param maxArraySize how many tasks an array may have
 * @param maxJobs how many jobs the batch system holds at a time, counting each task of an array
 * @param maxTaskWidth how many processors a task may use, as far as known
 * @param stopMillis how long a task may continue to run after it was cancelled
 * @param canReserve whether {@link BatchSystem#reserve} can succeed
 * @param nodes the usable nodes, if the batch system gives tasks more than processors
 */
public record ClusterInfo(
    String version,
    int processors,
    int maxArraySize,
    int maxJobs,
    int maxTaskWidth,
    long stopMillis,
    boolean canReserve,
    Optional<ClusterNodes> nodes) {

  /** Whether the batch system accepts the tasks of a bag. Core decides whether they fit a node. */
  public boolean canRun(Bag bag) {
    boolean isExclusive = bag.request().filter(TaskRequest::exclusive).isPresent();
    return bag.width() <= maxTaskWidth
        && !(isExclusive && nodes.filter(known -> !known.canBeExclusive()).isPresent());
  }
}
