package tender.core.chain;

import java.util.Optional;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * How far a stage of a chain has come.
 *
 * @param attempt counts the bags that were submitted for the stage, those for quotes included; each
 *     bag has its own number, so that none is submitted twice
 * @param tasks which tasks run; fewer than all after a correspondence by task
 * @param spanMillis how long the stage takes from its submission to its end, by its quote
 * @param price by its quote, then promised, then paid
 * @param deadlineMillis the stage's share of the time of the chain, set when it is submitted
 * @param budget the most that its bag may cost, set when it is submitted; empty for any price
 * @param forecastMillis when its bag is expected to end; {@link Time#NEVER} before its promise
 * @param retryMillis it is not submitted before
 * @param succeeded the tasks that have succeeded
 */
public record StageState(
    Phase phase,
    int attempt,
    TaskSet tasks,
    long spanMillis,
    Money price,
    long deadlineMillis,
    Optional<Money> budget,
    long forecastMillis,
    long retryMillis,
    long endedMillis,
    TaskSet succeeded,
    Optional<Failure> failure) {

  /** The phases of a stage. */
  public enum Phase {
    /** A quote is requested, to know how long the stage takes. */
    QUOTING(false),
    /** It waits for its predecessors, or for the user to accept the quote of the chain. */
    WAITING(false),
    /** Its bag was submitted and has no promise yet. */
    SUBMITTED(false),
    /** Its bag is promised and runs. */
    RUNNING(false),
    /** All its tasks have succeeded. */
    SUCCEEDED(true),
    /** It has ended, and not all tasks have succeeded. */
    FAILED(true),
    /** It does not run. */
    SKIPPED(true);

    private final boolean ended;

    Phase(boolean ended) {
      this.ended = ended;
    }

    /** Whether the phase is final. */
    public boolean isEnded() {
      return ended;
    }
  }

  /** Why a stage failed or was skipped. */
  public enum Failure {
    /** Tasks failed. */
    TASKS_FAILED,
    /** No provider could run it, also after several attempts. */
    NOT_PROMISED,
    /** It would cost more than what is left of the chain's budget. */
    OVER_BUDGET,
    /** The server refused to submit it. */
    REFUSED,
    /** Its bag was promised, but could not be completed. */
    GIVEN_UP,
    /** A stage before it did not end as required. */
    PREDECESSOR,
    /** The chain or the stage's bag was cancelled. */
    CANCELLED
  }

  /** A stage for which a quote is requested. */
  static StageState quoting(int tasks) {
    return new StageState(
        Phase.QUOTING,
        1,
        TaskSet.first(tasks),
        0,
        Money.ZERO,
        Time.NEVER,
        Optional.empty(),
        Time.NEVER,
        0,
        Time.NEVER,
        TaskSet.empty(),
        Optional.empty());
  }

  private StageState with(
      Phase other, int otherAttempt, Money otherPrice, long otherForecast, long otherRetry) {
    return new StageState(
        other,
        otherAttempt,
        tasks,
        spanMillis,
        otherPrice,
        deadlineMillis,
        budget,
        otherForecast,
        otherRetry,
        endedMillis,
        succeeded,
        failure);
  }

  StageState quotedAgain() {
    return with(phase, attempt + 1, price, forecastMillis, retryMillis);
  }

  StageState quoted(long millis, Money quotedPrice) {
    return new StageState(
        Phase.WAITING,
        attempt,
        tasks,
        millis,
        quotedPrice,
        deadlineMillis,
        budget,
        forecastMillis,
        retryMillis,
        endedMillis,
        succeeded,
        failure);
  }

  StageState submitted(TaskSet which, long untilMillis, Optional<Money> most) {
    return new StageState(
        Phase.SUBMITTED,
        attempt + 1,
        which,
        spanMillis,
        price,
        untilMillis,
        most,
        Time.NEVER,
        retryMillis,
        endedMillis,
        succeeded,
        failure);
  }

  /** After its bag was offered only a later end or a higher price, and the chain accepts that. */
  StageState accepting(long untilMillis, Money offered) {
    return new StageState(
        phase,
        attempt,
        tasks,
        spanMillis,
        offered,
        untilMillis,
        budget,
        untilMillis,
        retryMillis,
        endedMillis,
        succeeded,
        failure);
  }

  StageState promised(long millis, Money promisedPrice) {
    return with(Phase.RUNNING, attempt, promisedPrice, millis, retryMillis);
  }

  StageState forecast(long millis) {
    return with(phase, attempt, price, millis, retryMillis);
  }

  StageState waitingUntil(long millis) {
    return with(Phase.WAITING, attempt, price, Time.NEVER, millis);
  }

  StageState ended(
      Phase ending, Optional<Failure> why, TaskSet done, Money paid, long instantMillis) {
    return new StageState(
        ending,
        attempt,
        tasks,
        spanMillis,
        paid,
        deadlineMillis,
        budget,
        forecastMillis,
        retryMillis,
        instantMillis,
        done,
        why);
  }

  StageState skipped(Failure why, long nowMillis) {
    return ended(Phase.SKIPPED, Optional.of(why), TaskSet.empty(), Money.ZERO, nowMillis);
  }
}
