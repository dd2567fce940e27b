package tender.agent.planning;

import java.util.ArrayList;
import java.util.List;
import tender.agent.execution.BatchExecutor;
import tender.agent.execution.PartManager;
import tender.core.model.JobId;

/** The order in which waiting jobs should start at the batch system. */
final class QueueOrder {
  private final PartManager parts;
  private final BatchExecutor executor;
  private List<JobId> order = List.of();
  private List<String> applied = List.of();

  QueueOrder(PartManager parts, BatchExecutor executor) {
    this.parts = parts;
    this.executor = executor;
  }

  void setOrder(List<JobId> order) {
    this.order = order;
  }

  /**
   * Applies the order again when it has changed, because arrays are added to the queue one by one.
   */
  void apply(LocalJobReporter localJobs) {
    List<String> names = new ArrayList<>();
    for (JobId id : order) {
      localJobs
          .batchId(id)
          .ifPresentOrElse(names::add, () -> names.addAll(parts.waitingArrays(id)));
    }
    if (!names.equals(applied)) {
      applied = names;
      executor.applyQueueOrder(names);
    }
  }
}
