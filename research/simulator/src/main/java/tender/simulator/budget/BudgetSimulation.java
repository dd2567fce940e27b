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
 * and never more than a queue may have at a time; a task runs on the first free processor. A local
 * job that finds no free processor preempts the task that started last, which is run again from the
 * beginning (Suresh Kumar and Purusothaman, introduction). A simulation runs once.
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

  /**
   * Adds a job of a queue's own users, which needs one processor.
   *
   * @param estimateMillis run time on the reference processor
   */
  public void addLocalJob(QueueId queue, long arrivalMillis, long estimateMillis) {
    events.add(
        arrivalMillis,
        EventQueue.Kind.SUBMITTED,
        () -> Objects.requireNonNull(simulatedQueues.get(queue)).startLocalJob(estimateMillis));
  }

  private record ReadyTask(BudgetTask task, long actualMillis) {}

  /** A task at a processor. */
  private record Run(ReadyTask ready, long startMillis, long endMillis) {}

  /** A queue and the tasks that wait for dispatch to it. */
  private final class SimulatedQueue {
    private final QueueReport queue;
    private final ArrayProfile free;
    private final DispatchLimit limit;
    private final Deque<ReadyTask> ready = new ArrayDeque<>();
    private final List<Run> running = new ArrayList<>();

    SimulatedQueue(QueueReport queue, long nowMillis, DispatchLimit limit) {
      this.queue = queue;
      this.limit = limit;
      free = queue.free(nowMillis);
    }

    void dispatch() {
      int tasks = limit.tasks(queue.cluster().processors(), running.size(), ready.size());
      for (int sent = 0; sent < tasks; sent++) {
        send(ready.remove());
      }
    }

    private void send(ReadyTask next) {
      long runMillis = queue.cluster().durationMillis(next.actualMillis);
      long startMillis = free.takeEarliest(1, runMillis, events.nowMillis());
      Run run = new Run(next, startMillis, startMillis + runMillis);
      running.add(run);
      events.add(run.endMillis, EventQueue.Kind.TASKS_ENDED, () -> end(run));
    }

    private void end(Run run) {
      if (running.remove(run)) {
        runs.add(
            new BudgetTaskRun(
                run.ready.task,
                queue.id(),
                run.startMillis,
                run.endMillis,
                queue.pricePerProcessorHour().forProcessorTime(run.endMillis - run.startMillis)));
        dispatch();
      }
    }

    /** A local job waits only for other local jobs. */
    void startLocalJob(long estimateMillis) {
      long nowMillis = events.nowMillis();
      long runMillis = queue.cluster().durationMillis(estimateMillis);
      while (free.minFree(nowMillis, nowMillis + runMillis) < 1 && !running.isEmpty()) {
        preempt(lastStarted());
      }
      free.takeEarliest(1, runMillis, nowMillis);
      dispatch();
    }

    private Run lastStarted() {
      return running.stream().max(Comparator.comparingLong(Run::startMillis)).orElseThrow();
    }

    private void preempt(Run run) {
      running.remove(run);
      free.release(Math.max(events.nowMillis(), run.startMillis), run.endMillis, 1);
      ready.addFirst(run.ready);
    }
  }
}
