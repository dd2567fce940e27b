package tender.cli.slurm.queue;

import java.util.List;
import tender.bagfile.TaskSets;
import tender.cli.client.TaskClient;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.TaskCellsResponse;
import tender.core.model.TaskSet;

/** The states and exit codes of the tasks of a bag, by position. */
final class JobTasks {
  /** An exit code that no process has: the memory was exceeded. */
  static final int OUT_OF_MEMORY = 256;

  private static final int SUCCEEDED = 1;
  private static final int FAILED = 2;
  private static final int PLACED = 3;
  private static final int OPEN = 4;

  private final TaskState[] states;
  private final int[] exitCodes;

  private JobTasks(TaskState[] states, int[] exitCodes) {
    this.states = states;
    this.exitCodes = exitCodes;
  }

  int count() {
    return states.length;
  }

  TaskState state(int task) {
    return states[task];
  }

  /** The exit code of a task that has failed; else 0. */
  int exitCode(int task) {
    return exitCodes[task];
  }

  static JobTasks read(TaskClient client, BagResponse bag) {
    TaskState[] states = new TaskState[bag.tasks()];
    int from = 0;
    while (from < bag.tasks()) {
      TaskCellsResponse cells = client.taskStates(bag.id(), from, bag.tasks());
      for (List<Integer> run : cells.runs()) {
        TaskState state = state(run, bag);
        for (int i = 0; i < run.getFirst() && from < bag.tasks(); i++) {
          states[from++] = state;
        }
      }
      if (cells.runs().isEmpty()) {
        throw new IllegalStateException(
            "The server sent no states of the tasks of bag %s from %d on. Try again later."
                .formatted(bag.id(), from));
      }
    }
    int[] exitCodes = new int[bag.tasks()];
    for (BagResponse.Failed failed : bag.failed()) {
      TaskSet tasks = TaskSets.parse(failed.tasks());
      tasks.stream()
          .filter(task -> task < bag.tasks())
          .forEach(
              task -> {
                exitCodes[task] = failed.exitCode();
                states[task] = failure(failed);
              });
    }
    return new JobTasks(states, exitCodes);
  }

  private static TaskState failure(BagResponse.Failed failed) {
    if (failed.exitCode() == OUT_OF_MEMORY) {
      return TaskState.OUT_OF_MEMORY;
    }
    return failed.runtimeSeconds() == null ? TaskState.FAILED : TaskState.TIMEOUT;
  }

  private static TaskState state(List<Integer> run, BagResponse bag) {
    if (run.get(FAILED) > 0) {
      return TaskState.FAILED;
    }
    if (run.get(PLACED) > 0 && !bag.isEnded()) {
      return bag.promise() == null ? TaskState.PENDING : TaskState.RUNNING;
    }
    boolean isOpen = run.get(OPEN) > 0 || run.get(PLACED) > 0;
    if (!isOpen && run.size() > SUCCEEDED) {
      return TaskState.COMPLETED;
    }
    if (!bag.isEnded()) {
      return TaskState.PENDING;
    }
    return bag.state().equals("given-up") ? TaskState.NODE_FAIL : TaskState.CANCELLED;
  }
}
