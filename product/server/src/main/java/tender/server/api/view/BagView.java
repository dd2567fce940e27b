package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.TaskSet;

/**
 * A bag as its owner sees it.
 *
 * @param done how many tasks have ended and count, with whatever exit code
 * @param failed those of them that ended with an exit code other than 0, by exit code
 * @param deadlineMillis the one asked for
 * @param budget the one asked for
 * @param valuation what it is worth, if it bids in the auction
 * @param counterOffer only while the person is asked
 * @param forecastMillis when it will be done, as far as is known now; empty if nothing is known
 * @param paid what providers were paid so far
 * @param version grows with everything that changes in this view
 * @param worstExitCode the largest exit code of its tasks so far; empty if none has ended
 */
public record BagView(
    BagId id,
    String name,
    BagPhase state,
    int tasks,
    int done,
    List<FailedTasks> failed,
    OptionalLong deadlineMillis,
    Optional<Money> budget,
    Optional<Money> valuation,
    Optional<PromiseView> promise,
    Optional<QuoteView> quote,
    OptionalLong forecastMillis,
    Optional<Breach> breach,
    Money paid,
    long submittedMillis,
    OptionalLong endedMillis,
    long version,
    OptionalInt worstExitCode) {
  public BagView {
    failed = List.copyOf(failed);
  }

  /** Tasks that ended with this exit code, which is not 0. */
  public record FailedTasks(int exitCode, TaskSet tasks) {}

  /** How many tasks ended with an exit code other than 0. */
  public int failedTasks() {
    return failed.stream().mapToInt(failure -> failure.tasks().size()).sum();
  }
}
