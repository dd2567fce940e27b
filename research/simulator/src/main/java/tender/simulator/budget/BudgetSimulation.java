package tender.simulator.budget;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.budget.Allocation;
import tender.core.budget.BudgetTask;
import tender.core.budget.DispatchLimit;
import tender.core.profile.ArrayProfile;
import tender.simulator.event.EventQueue;

/**
 * Runs an allocation on its queues. A dispatcher sends tasks in the order of their planned starts,
 * and never more than a queue may have at a time; a task runs on the first free processor. A
 * simulation runs once.
 */
public final class BudgetSimulation {
  private final EventQueue events = new EventQueue();
  private final Map<QueueId, SimulatedQueue> simulatedQueues = new LinkedHashMap<>();
  private final List<BudgetTaskRun> runs = new ArrayList<>();

  public BudgetSimulation(long nowMillis, List<QueueReport> queues, DispatchLimit limit) {
    queues.forEach(
        queue -> simulatedQueues.put(queue.id(), new SimulatedQueue(queue, nowMillis, limit)));
    events.add(
        nowMillis,
        EventQueue.Kind.TIMER,
        () -> simulatedQueues.values().forEach(SimulatedQueue::dispatch));
  }

  /**
   * Runs all allocated tasks and returns them in the order in which they end.
   *
   * @param actualMillis how long a task actually takes on the reference processor
   */
  public List<BudgetTaskRun> run(Allocation allocation, ToLongFunction<BudgetTask> actualMillis) {
    allocation.assignments().stream()
        .sorted(Comparator.comparingLong(Allocation.Assignment::startMillis))
        .forEach(
            assignment -> {
              BudgetTask task = assignment.task();
              Objects.requireNonNull(simulatedQueues.get(assignment.queue()))
                  .ready
                  .add(new ReadyTask(task, actualMillis.applyAsLong(task)));
            });
    while (events.step()) {}
    return List.copyOf(runs);
  }

  private record ReadyTask(BudgetTask task, long actualMillis) {}

  /** A queue and the tasks that wait for dispatch to it. */
  private final class SimulatedQueue {
    private final QueueReport queue;
    private final ArrayProfile free;
    private final DispatchLimit limit;
    private final Deque<ReadyTask> ready = new ArrayDeque<>();
    private int dispatched;

    SimulatedQueue(QueueReport queue, long nowMillis, DispatchLimit limit) {
      this.queue = queue;
      this.limit = limit;
      free = queue.free(nowMillis);
    }

    void dispatch() {
      int tasks = limit.tasks(queue.cluster().processors(), dispatched, ready.size());
      for (int sent = 0; sent < tasks; sent++) {
        send(ready.remove());
      }
    }

    private void send(ReadyTask next) {
      long runMillis = queue.cluster().durationMillis(next.actualMillis);
      long startMillis = free.takeEarliest(1, runMillis, events.nowMillis());
      long endMillis = startMillis + runMillis;
      dispatched++;
      events.add(
          endMillis,
          EventQueue.Kind.TASKS_ENDED,
          () -> {
            dispatched--;
            runs.add(
                new BudgetTaskRun(
                    next.task,
                    queue.id(),
                    startMillis,
                    endMillis,
                    queue.pricePerProcessorHour().forProcessorTime(runMillis)));
            dispatch();
          });
    }
  }
}
