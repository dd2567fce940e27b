package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.server.model.BagMark;
import tender.server.model.BagPhase;
import tender.server.model.ProjectId;

/**
 * A bag as its user sees it.
 *
 * @param done the number of tasks with an accepted result, with any exit code
 * @param failed the tasks that ended with a nonzero exit code, by exit code; with exit code 0 those
 *     whose outputs are missing, if the bag requires outputs
 * @param missingOutput the tasks that exited with 0 but whose outputs are missing
 * @param deadlineMillis the required deadline
 * @param budget the required budget
 * @param valuation the user's valuation, if the bag bids in the auction
 * @param project with the shared budget that pays for the bag; empty if the user pays
 * @param quote present while a quote waits for the user
 * @param forecastMillis the expected end; empty if unknown
 * @param paid what providers were paid so far
 * @param version increases with every change of this view
 * @param worstExitCode the largest exit code of its tasks so far; empty if none has ended
 * @param failedAttempts empty if no attempt is known to have failed
 */
public record BagView(
    BagId id,
    String name,
    BagPhase state,
    int tasks,
    int done,
    List<FailedTasks> failed,
    TaskSet missingOutput,
    OptionalLong deadlineMillis,
    Optional<Money> budget,
    Optional<Money> valuation,
    Optional<ProjectId> project,
    Optional<PromiseView> promise,
    Optional<QuoteView> quote,
    OptionalLong forecastMillis,
    Optional<Breach> breach,
    Money paid,
    long submittedMillis,
    OptionalLong endedMillis,
    long version,
    OptionalInt worstExitCode,
    Optional<FailedAttempts> failedAttempts) {
  public BagView {
    failed = List.copyOf(failed);
  }

  /**
   * Failed tasks that ended with this exit code.
   *
   * @param runtimeMillis the run time in the work order, if they were stopped at the limit that it
   *     sets
   */
  public record FailedTasks(int exitCode, TaskSet tasks, OptionalLong runtimeMillis) {}

  /** Shows whether the bag has changed since this view. */
  public BagMark mark() {
    return new BagMark(version, failedAttempts.map(FailedAttempts::count).orElse(0));
  }

  /** The number of failed tasks. */
  public int failedTasks() {
    return failed.stream().mapToInt(failure -> failure.tasks().size()).sum();
  }
}
