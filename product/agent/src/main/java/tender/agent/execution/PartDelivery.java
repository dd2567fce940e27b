package tender.agent.execution;

import java.util.Map;
import java.util.function.Consumer;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TaskTracker;
import tender.core.model.TaskSet;
import tender.core.provider.state.EndedRun;

/** Delivers the results of a part's finished tasks, in packs. Used by the event loop only. */
final class PartDelivery {
  /** Packs that are delivered at a time: while one is stored, the next is created. */
  private static final int MAX_DELIVERIES = 3;

  private final PartServices services;
  private final PartIdentity identity;
  private final DeliveryDelay delay = new DeliveryDelay();
  private int activeDeliveries;

  PartDelivery(PartServices services, PartIdentity identity) {
    this.services = services;
    this.identity = identity;
  }

  /**
   * Starts to deliver finished tasks, if they are due.
   *
   * @param then receives the tasks of each pack, after its delivery
   */
  void deliverFinished(TaskTracker tracker, Consumer<EndedRun> then) {
    boolean isLast = tracker.unfinished().isEmpty();
    if (!delay.isDue(tracker.finishedTasks(), isLast, services.clock().millis())) {
      return;
    }
    while (activeDeliveries < MAX_DELIVERIES) {
      Map<Integer, Integer> finished = tracker.takeFinished(BatchExecutor.PACK_TASKS);
      if (finished.isEmpty()) {
        return;
      }
      activeDeliveries++;
      services
          .executor()
          .deliver(
              identity,
              tracker.order(),
              finished,
              tasks ->
                  services.eventLoop().accept(() -> delivered(tracker, finished, tasks, then)));
    }
  }

  private void delivered(
      TaskTracker tracker, Map<Integer, Integer> finished, TaskSet tasks, Consumer<EndedRun> then) {
    activeDeliveries--;
    EndedRun ended = tracker.delivered(finished, tasks);
    if (!tasks.isEmpty()) {
      delay.delivered();
      then.accept(ended);
    }
  }
}
