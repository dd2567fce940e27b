package tender.agent.tasks;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.model.TaskSet;
import tender.core.resource.TaskRequest;

/** Counts the attempts at the tasks of one part, and decides which tasks are tried again. */
final class TaskAttempts {
  /** A task that the cluster loses more often counts as failed. */
  private static final int MAX_LOST = 10;

  private final WorkOrder order;
  private final Map<Integer, Attempts> byTask = new TreeMap<>();

  private static final class Attempts {
    int next;
    int failed;
    int lost;
    int memoryExceeded;
  }

  TaskAttempts(WorkOrder order) {
    this.order = order;
  }

  /** The number of the next attempt at a task. */
  int next(int task) {
    Attempts previous = byTask.get(task);
    return previous == null ? 0 : previous.next;
  }

  /** Records an attempt of an earlier run of the agent. */
  void recover(int task, int attempt) {
    Attempts previous = of(task);
    previous.next = attempt;
    // It is unknown whether earlier attempts failed or were lost; they count as failed.
    previous.failed = attempt;
  }

  /** Records that an attempt of an earlier run of the agent exceeded its memory. */
  void recoverMemoryExceeded(int task) {
    of(task).memoryExceeded++;
  }

  /** Records that the cluster lost an attempt; returns whether there is another one. */
  boolean lost(int task, int attempt, boolean isPreempted) {
    Attempts previous = of(task);
    previous.next = attempt + 1;
    previous.lost += isPreempted ? 0 : 1;
    return previous.lost <= MAX_LOST;
  }

  /** Records the exit code of an attempt; returns whether there is another one. */
  boolean ended(int task, int attempt, int exitCode) {
    Attempts previous = of(task);
    previous.next = attempt + 1;
    if (exitCode == TaskOutcome.EXIT_OUT_OF_MEMORY) {
      previous.memoryExceeded++;
      if (previous.memoryExceeded < memoryAmounts()) {
        return true;
      }
    }
    previous.failed += exitCode == 0 ? 0 : 1;
    return exitCode != 0 && previous.failed <= order.retries();
  }

  private int memoryAmounts() {
    return order.resources().map(resources -> resources.memoryMib().size()).orElse(0);
  }

  /** Prevents further attempts if the present one fails. */
  void allowNoRetry(int task) {
    of(task).failed = order.retries();
    of(task).memoryExceeded = memoryAmounts();
  }

  /** Forgets a task that has ended. */
  void remove(int task) {
    byTask.remove(task);
  }

  /** What a task requests in its next attempt; empty if it needs only processors. */
  Optional<TaskRequest> request(int task) {
    Optional<Integer> memoryMib =
        order.resources().flatMap(resources -> resources.memoryMib(memoryExceeded(task)));
    return order
        .taskRequest()
        .map(request -> memoryMib.map(request::withMemoryMib).orElse(request));
  }

  /** Those of some tasks that request the same as one of them. */
  TaskSet requestingSame(int task, TaskSet tasks) {
    int exceeded = memoryExceeded(task);
    TaskSet known = TaskSets.of(byTask.keySet().stream().mapToInt(Integer::intValue));
    TaskSet others = TaskSets.of(known.stream().filter(other -> memoryExceeded(other) != exceeded));
    // A task without an earlier attempt has not exceeded its memory.
    return exceeded == 0 ? tasks.minus(others) : tasks.intersect(known).minus(others);
  }

  private int memoryExceeded(int task) {
    Attempts previous = byTask.get(task);
    return previous == null ? 0 : previous.memoryExceeded;
  }

  private Attempts of(int task) {
    return byTask.computeIfAbsent(task, absent -> new Attempts());
  }
}
