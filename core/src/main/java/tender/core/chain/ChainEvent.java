package tender.core.chain;

import tender.core.model.Money;
import tender.core.model.TaskSet;

/**
 * An event that a chain handles. Events of stages may be repeated or late: those of another attempt
 * than the present one have no effect.
 */
public sealed interface ChainEvent {

  /** An event of the bag that was submitted for a stage. */
  sealed interface OfStage extends ChainEvent {
    int stage();

    int attempt();
  }

  /**
   * A quote for a stage, which holds nothing.
   *
   * @param spanMillis from the submission of its bag to the quoted end
   */
  record StageQuoted(int stage, int attempt, long spanMillis, Money price) implements OfStage {}

  /** The bag of a stage is promised. */
  record StagePromised(int stage, int attempt, long completionMillis, Money price)
      implements OfStage {}

  /** The bag of a stage is only possible later or for more than requested. */
  record StageOffered(int stage, int attempt, long completionMillis, Money price)
      implements OfStage {}

  /** A promised bag is expected to end at another time than promised. */
  record StageForecast(int stage, int attempt, long completionMillis) implements OfStage {}

  /**
   * The bag of a stage has ended.
   *
   * @param succeeded the tasks that have succeeded
   */
  record StageEnded(
      int stage, int attempt, Result result, TaskSet succeeded, Money paid, long endedMillis)
      implements OfStage {}

  /** How a bag of a stage ended. */
  enum Result {
    /** All its tasks have ended. */
    COMPLETED,
    /** No provider made an offer. */
    NOT_PROMISED,
    /** Its quote was not accepted in time. */
    EXPIRED,
    /** The server refused to submit it. */
    REFUSED,
    /** The user or the operator cancelled it. */
    CANCELLED,
    /** It was stopped after its first tasks had failed. */
    STOPPED,
    /** It was promised, but could not be completed. */
    GIVEN_UP
  }

  /** The user accepts the quote of the chain. */
  record QuoteAccepted() implements ChainEvent {}

  /** The user declines the quote, or cancels the chain. */
  record CancelRequested() implements ChainEvent {}

  /** The time has come for which the state set its timer. */
  record TimerFired() implements ChainEvent {}
}
