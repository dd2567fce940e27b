package tender.core.metascheduler.state;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.compose.Reply;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** How far the search for somebody who does these tasks has come. */
public sealed interface PlacementState {
  TaskSet tasks();

  /** When something must be done about it if nothing happens before. */
  long timerMillis();

  /**
   * Offers are being gathered.
   *
   * @param insteadOf who failed to do the tasks, if they are tendered again
   * @param asked who was called
   * @param replies the latest offers of those who have answered
   * @param estimates what is known of estimates that are made before anything is offered
   * @param penaltyPermille which share of its price a part's provider was told to pay if it breaks
   *     its promise
   */
  record CollectingOffers(
      CallId call,
      TaskSet tasks,
      Optional<Breach.ProviderFault> originalFault,
      List<ProviderId> calledProviders,
      Map<ProviderId, VersionedReply> replies,
      Optional<EstimateStatus> estimateStatus,
      long calledMillis,
      long timerMillis,
      int penaltyPermille)
      implements PlacementState {

    public CollectingOffers withReply(VersionedReply answered) {
      Map<ProviderId, VersionedReply> more = new LinkedHashMap<>(replies);
      more.put(answered.reply().provider(), answered);
      return new CollectingOffers(
          call,
          tasks,
          originalFault,
          calledProviders,
          more,
          estimateStatus,
          calledMillis,
          timerMillis,
          penaltyPermille);
    }

    public CollectingOffers withTasks(TaskSet tasks) {
      return new CollectingOffers(
          call,
          tasks,
          originalFault,
          calledProviders,
          replies,
          estimateStatus,
          calledMillis,
          timerMillis,
          penaltyPermille);
    }

    public CollectingOffers awaitEstimate(long untilMillis) {
      return new CollectingOffers(
          call,
          tasks,
          originalFault,
          calledProviders,
          replies,
          Optional.of(EstimateStatus.PENDING),
          calledMillis,
          Math.max(this.timerMillis, untilMillis),
          penaltyPermille);
    }

    public ReservationId reservation(int attempt, ProviderId provider) {
      return new ReservationId(call, attempt, provider);
    }
  }

  /** Estimates that providers make of their own before they offer. */
  enum EstimateStatus {
    /** Somebody makes one; then all are called again, since offers do not last so long. */
    PENDING,
    /** They have been made. */
    COMPLETED
  }

  /** A provider's reply and which version of it. */
  record VersionedReply(int version, Reply reply) {}

  /**
   * The parts of a composition are being reserved.
   *
   * @param reserved those that are held already
   */
  record Reserving(
      CollectingOffers call,
      int attempt,
      Composition composition,
      List<ReservationId> confirmed,
      long timerMillis)
      implements PlacementState {

    public Reserving withConfirmed(List<ReservationId> reserved) {
      return new Reserving(call, attempt, composition, reserved, timerMillis);
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * It is decided that all parts are committed; each is told so until it says that it has heard.
   *
   * @param open those that have not
   * @param said how often they were told
   */
  record Committing(
      CollectingOffers call,
      int attempt,
      Composition composition,
      List<ReservationId> unconfirmed,
      int timesSent,
      long timerMillis)
      implements PlacementState {

    public Committing withUnconfirmed(List<ReservationId> open) {
      return new Committing(call, attempt, composition, open, timesSent, timerMillis);
    }

    public Committing withSentAgain(long untilMillis) {
      return new Committing(call, attempt, composition, unconfirmed, timesSent + 1, untilMillis);
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * What could be reserved goes beyond the mandate, so the user is asked.
   *
   * @param byMillis when all would be done, with time to think about it
   * @param inTime what makes the deadline for more than the budget, if what is composed does not
   */
  record AwaitingAcceptance(
      CollectingOffers call,
      Composition composition,
      long completionMillis,
      long timerMillis,
      Optional<Composition> onTimeAlternative)
      implements PlacementState {

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * Nobody is called: the tasks wait in the auction to be matched.
   *
   * @param fromMillis since when they may be matched; some time after a match that came to nothing
   * @param untilMillis when it is too late
   */
  record AwaitingMatch(TaskSet tasks, long fromMillis, long timerMillis) implements PlacementState {}

  /** Nobody wants the tasks now; they are called for again later. */
  record BackingOff(TaskSet tasks, Optional<Breach.ProviderFault> originalFault, long timerMillis)
      implements PlacementState {}
}
