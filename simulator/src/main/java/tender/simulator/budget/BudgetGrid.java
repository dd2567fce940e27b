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
import tender.core.budget.DispatchLimit;
import tender.core.budget.Task;
import tender.core.profile.ArrayProfile;
import tender.simulator.event.EventQueue;

/**
 * Queues that run what was allocated to them. A dispatcher sends tasks in the order in which they
 * were to start, and no more at a time than a queue may have; a task runs on the first processor
 * that is free for it. A grid runs once.
 */
public final class BudgetGrid {
  private final EventQueue events = new EventQueue();
  private final Map<QueueId, Site> sites = new LinkedHashMap<>();
  private final List<TaskRun> runs = new ArrayList<>();

  public BudgetGrid(long nowMillis, List<QueueReport> queues, DispatchLimit limit) {
    queues.forEach(queue -> sites.put(queue.id(), new Site(queue, nowMillis, limit)));
    events.add(nowMillis, EventQueue.Kind.WAKE, () -> sites.values().forEach(Site::dispatch));
  }

  /**
   * Runs all tasks that have a place, and tells of them in the order in which they end.
   *
   * @param actualMillis how long a task takes in fact, on the reference processor
   */
  public List<TaskRun> run(Allocation allocation, ToLongFunction<Task> actualMillis) {
    allocation.assignments().stream()
        .sorted(Comparator.comparingLong(Allocation.Assignment::startMillis))
        .forEach(
            assignment -> {
              Task task = assignment.task();
              Objects.requireNonNull(sites.get(assignment.queue()))
                  .ready
                  .add(new Ready(task, actualMillis.applyAsLong(task)));
            });
    while (events.step()) {}
    return List.copyOf(runs);
  }

  private record Ready(Task task, long actualMillis) {}

  /** A queue with what waits to be sent there. */
  private final class Site {
    private final QueueReport queue;
    private final ArrayProfile free;
    private final DispatchLimit limit;
    private final Deque<Ready> ready = new ArrayDeque<>();
    private int there;

    Site(QueueReport queue, long nowMillis, DispatchLimit limit) {
      this.queue = queue;
      this.limit = limit;
      free = queue.free(nowMillis);
    }

    void dispatch() {
      int tasks = limit.tasks(queue.cluster().processors(), there, ready.size());
      for (int sent = 0; sent < tasks; sent++) {
        send(ready.remove());
      }
    }

    private void send(Ready next) {
      long runMillis = queue.cluster().durationMillis(next.actualMillis);
      long startMillis = free.takeEarliest(1, runMillis, events.nowMillis());
      long endMillis = startMillis + runMillis;
      there++;
      events.add(
          endMillis,
          EventQueue.Kind.TASKS_ENDED,
          () -> {
            there--;
            runs.add(
                new TaskRun(
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
