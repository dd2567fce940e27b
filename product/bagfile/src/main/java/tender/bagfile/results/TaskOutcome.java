package tender.bagfile.results;

import tender.core.model.TaskSet;
import tender.support.text.InputChecks;

/**
 * The tasks that ended with one exit code.
 *
 * @param exitCode as a shell reports it: 0 is success, above 128 a signal
 * @param tasks by their index in the bag, which in a retry differs from the index in the task list
 */
public record TaskOutcome(int exitCode, TaskSet tasks) {
  public TaskOutcome {
    InputChecks.between(exitCode, 0, 255, "An exit code");
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("Exit code " + exitCode + " has no tasks. Leave it out.");
    }
  }
}
