package tender.bagfile.results;

import tender.core.model.TaskSet;
import tender.support.text.InputChecks;

/**
 * The tasks that ended with one exit code, all with or all without missing outputs.
 *
 * @param exitCode as a shell reports it: 0 is success, above 128 a signal
 * @param tasks by their index in the bag, which in a retry differs from the index in the task list
 * @param missingOutput whether the tasks exited with 0, but outputs that the bag asks for are not
 *     in their results; never for a failed task
 */
public record TaskOutcome(int exitCode, TaskSet tasks, boolean missingOutput) {
  /** Exit code of tasks that were stopped at their limit of run time, as of {@code timeout}. */
  public static final int EXIT_TIME_LIMIT = 124;

  /**
   * Exit code of tasks of which a process was killed because it exceeded the memory. No process can
   * exit with it.
   */
  public static final int EXIT_OUT_OF_MEMORY = 256;

  public TaskOutcome {
    InputChecks.between(exitCode, 0, EXIT_OUT_OF_MEMORY, "An exit code");
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("Exit code " + exitCode + " has no tasks. Leave it out.");
    }
    if (missingOutput && exitCode != 0) {
      throw new IllegalArgumentException(
          "Exit code " + exitCode + " has missing outputs; only tasks that exit with 0 may.");
    }
  }

  /** Tasks whose outputs are all in their results, or that failed. */
  public TaskOutcome(int exitCode, TaskSet tasks) {
    this(exitCode, tasks, false);
  }

  /**
   * Whether the tasks have failed.
   *
   * @param outputsRequired whether a task with missing outputs has failed
   */
  public boolean isFailure(boolean outputsRequired) {
    return exitCode != 0 || (missingOutput && outputsRequired);
  }

  /** The outcome of some of the tasks; at least one of them must be in the outcome. */
  public TaskOutcome only(TaskSet some) {
    return new TaskOutcome(exitCode, tasks.intersect(some), missingOutput);
  }

  /** Whether the tasks were stopped at their limit of run time. */
  public boolean exceededLimit() {
    return exitCode == EXIT_TIME_LIMIT;
  }
}
