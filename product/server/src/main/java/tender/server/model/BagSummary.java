package tender.server.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.compose.Part;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.Money;
import tender.core.model.TaskSet;

/**
 * What lists show of a bag's state. It is stored with the bag, so that a list does not read the
 * states, which may be large.
 *
 * @param version of the bag that it describes
 * @param done the number of tasks with an accepted result
 * @param placing whether tasks of a promised bag look for a provider
 * @param expectedEndMillis the latest end that the running parts forecast; empty without forecasts
 */
public record BagSummary(
    long version,
    BagPhase phase,
    int tasks,
    int done,
    Optional<PromiseSummary> promise,
    Optional<QuoteSummary> quote,
    boolean placing,
    OptionalLong expectedEndMillis,
    Optional<Breach> breach,
    Money paid,
    long submittedMillis,
    OptionalLong endedMillis) {

  /** The promise, as it was made. */
  public record PromiseSummary(long completionMillis, Money price, List<Part> parts) {
    public PromiseSummary {
      parts = List.copyOf(parts);
    }
  }

  /** The quote that waits for the user. */
  public record QuoteSummary(
      long completionMillis,
      long expectedMillis,
      Money price,
      Money surcharge,
      long expiresMillis,
      Optional<AlternativeSummary> alternative) {}

  /** Another quote that the user may accept. */
  public record AlternativeSummary(long completionMillis, Money price) {}

  public static BagSummary of(BagState state, long version) {
    return switch (state) {
      case BagState.Open open -> ofOpen(open, version);
      case BagState.Ended ended -> ofEnded(ended, version);
    };
  }

  private static BagSummary ofOpen(BagState.Open open, long version) {
    return of(
        version,
        openPhase(open),
        open.bag(),
        open.doneTasks(),
        open.promise(),
        quote(open),
        open.placement().isPresent(),
        forecastMillis(open.parts()),
        open.breach(),
        open.paidSoFar(),
        OptionalLong.empty());
  }

  private static BagSummary ofEnded(BagState.Ended ended, long version) {
    return of(
        version,
        endedPhase(ended.ending()),
        ended.bag(),
        ended.doneTasks(),
        ended.promise(),
        Optional.empty(),
        false,
        OptionalLong.empty(),
        ended.breach(),
        ended.paid(),
        OptionalLong.of(ended.endedMillis()));
  }

  private static BagSummary of(
      long version,
      BagPhase phase,
      Bag bag,
      TaskSet done,
      Optional<Promise> promise,
      Optional<QuoteSummary> quote,
      boolean placing,
      OptionalLong expectedEndMillis,
      Optional<Breach> breach,
      Money paid,
      OptionalLong endedMillis) {
    return new BagSummary(
        version,
        phase,
        bag.tasks(),
        done.size(),
        promise.map(
            made ->
                new PromiseSummary(
                    made.completionMillis(),
                    made.composition().price(),
                    made.composition().parts())),
        quote,
        placing,
        expectedEndMillis,
        breach,
        paid,
        bag.submittedMillis(),
        endedMillis);
  }

  private static BagPhase openPhase(BagState.Open open) {
    if (open.promise().isPresent()) {
      return BagPhase.RUNNING;
    }
    return switch (open.placement().orElse(null)) {
      case PlacementState.AwaitingMatch _ -> BagPhase.BIDDING;
      case PlacementState.AwaitingAcceptance _ -> BagPhase.QUOTED;
      case PlacementState.Reserving _ -> BagPhase.RESERVING;
      case PlacementState.Held _ -> BagPhase.HELD;
      case PlacementState.Committing _ -> BagPhase.COMMITTING;
      case null, default -> BagPhase.CALLING;
    };
  }

  private static BagPhase endedPhase(BagState.Ending ending) {
    return switch (ending) {
      case DONE -> BagPhase.DONE;
      case INSUFFICIENT_OFFERS, RESERVATIONS_REFUSED, INSUFFICIENT_FUNDS -> BagPhase.NO_PROMISE;
      case NOT_MATCHED_IN_TIME -> BagPhase.UNMATCHED;
      case QUOTE_NOT_ACCEPTED -> BagPhase.DECLINED;
      case CANCELLED -> BagPhase.CANCELLED;
      case STOPPED_AFTER_FAILURES -> BagPhase.STOPPED;
      case GIVEN_UP -> BagPhase.GIVEN_UP;
    };
  }

  private static Optional<QuoteSummary> quote(BagState.Open open) {
    return open.placement().orElse(null) instanceof PlacementState.AwaitingAcceptance asking
        ? Optional.of(
            new QuoteSummary(
                asking.completionMillis(),
                asking.composition().completionMillis(),
                asking.composition().price(),
                asking.composition().surcharge(),
                asking.timerMillis(),
                asking
                    .onTimeAlternative()
                    .map(other -> new AlternativeSummary(other.deadlineMillis(), other.price()))))
        : Optional.empty();
  }

  private static OptionalLong forecastMillis(List<RunningPart> parts) {
    return parts.stream().anyMatch(RunningPart::hasForecast)
        ? parts.stream().mapToLong(RunningPart::expectedEndMillis).max()
        : OptionalLong.empty();
  }

  /**
   * The expected end of a running bag: by the providers' forecasts, else by the pace so far, else
   * the promised end. Empty if it is unknown: a time that has passed is no forecast, and lost tasks
   * have none until they are placed again.
   */
  public OptionalLong forecastMillis(long nowMillis) {
    if (phase != BagPhase.RUNNING || placing || promise.isEmpty()) {
      return OptionalLong.empty();
    }
    long expected = expectedMillis(promise.get().completionMillis(), nowMillis);
    return expected > nowMillis ? OptionalLong.of(expected) : OptionalLong.empty();
  }

  private long expectedMillis(long promisedMillis, long nowMillis) {
    if (expectedEndMillis.isPresent()) {
      return expectedEndMillis.getAsLong();
    }
    if (done == 0) {
      return promisedMillis;
    }
    double left = (double) (tasks - done) / done;
    return nowMillis + Math.round(left * (nowMillis - submittedMillis));
  }
}
