package tender.server.api.view;

import java.util.List;
import tender.core.model.ProviderId;

/**
 * The failed attempts at the tasks of a bag, also of tasks that are being retried or have succeeded
 * since. Providers report them while the tasks run.
 *
 * @param count how many attempts have failed
 * @param tasks how many tasks have failed at least once
 * @param latest some of the latest, the last one first
 */
public record FailedAttempts(int count, int tasks, List<FailedAttempt> latest) {
  /** How many attempts are described. */
  public static final int MAX_LATEST = 5;

  public FailedAttempts {
    latest = List.copyOf(latest);
  }

  /**
   * A failed attempt.
   *
   * @param taskIndex the task's index in the work order's task list
   * @param attempt 1 for the first attempt
   * @param stderr the end of its error output
   */
  public record FailedAttempt(
      int taskIndex, int attempt, int exitCode, ProviderId provider, String stderr) {}
}
