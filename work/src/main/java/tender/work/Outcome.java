package tender.work;

import tender.core.model.TaskSet;

/**
 * How some tasks ended.
 *
 * @param exitCode as a shell tells it: 0 is success, above 128 a signal
 * @param tasks by the bag's numbers from 0 on, which for a retry are not those of its task list
 */
public record Outcome(int exitCode, TaskSet tasks) {
  public Outcome {
    Require.between(exitCode, 0, 255, "An exit code");
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException(
          "The outcome " + exitCode + " is of no task. Leave it out.");
    }
  }
}
