package tender.agent.planning;

import tender.agent.execution.BatchExecutor;
import tender.agent.execution.PartManager;
import java.util.ArrayList;
import java.util.List;
import tender.core.model.JobId;

/** The order in which what waits at the batch system should go forward. */
final class QueueOrder {
  private final PartManager parts;
  private final BatchExecutor executor;
  private List<JobId> setOrder = List.of();
  private List<String> applied = List.of();

  QueueOrder(PartManager parts, BatchExecutor hands) {
    this.parts = parts;
    this.executor = hands;
  }

  void setOrder(List<JobId> order) {
    setOrder = order;
  }

  /** Arrays come into the queue one by one, so the order is looked at again each time. */
  void apply(LocalJobReporter localJobs) {
    List<String> names = new ArrayList<>();
    for (JobId id : setOrder) {
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
