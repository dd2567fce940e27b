package tender.core.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * A chain: its stages, what its user requires, and what was promised.
 *
 * @param deadlineMillis when all stages should have ended; {@link Time#NEVER}: as early as possible
 * @param budget the most that all stages may cost; empty: any price
 * @param quoteFirst whether the user accepts the quote in any case
 * @param quote what is or was offered to the user; empty before all stages have quotes
 * @param quoteExpiresMillis when the quote expires; {@link Time#NEVER} unless it waits
 * @param promisedMillis when all stages will have ended; {@link Time#NEVER} before the promise
 */
public record ChainState(
    Phase phase,
    List<ChainStage> plan,
    List<StageState> stages,
    long submittedMillis,
    long deadlineMillis,
    Optional<Money> budget,
    boolean quoteFirst,
    Optional<ChainQuote> quote,
    long quoteExpiresMillis,
    long promisedMillis,
    long endedMillis) {
  public ChainState {
    plan = List.copyOf(plan);
    stages = List.copyOf(stages);
  }

  /** The phases of a chain. */
  public enum Phase {
    /** Quotes for all stages are requested. */
    QUOTING(false),
    /** The quote waits for the user. */
    QUOTED(false),
    /** It is promised. */
    RUNNING(false),
    /** All tasks of all stages have succeeded. */
    SUCCEEDED(true),
    /** All stages have ended, and some have failed or were skipped. */
    FAILED(true),
    /** No provider can run one of the stages. */
    NO_PROMISE(true),
    /** The user declined the quote, or did not answer in time. */
    DECLINED(true),
    /** The user cancelled it. */
    CANCELLED(true);

    private final boolean ended;

    Phase(boolean ended) {
      this.ended = ended;
    }

    /** Whether the phase is final. */
    public boolean isEnded() {
      return ended;
    }
  }

  /** When all stages will have ended, and what they will cost. */
  public record ChainQuote(long completionMillis, Money price) {
    /** Whether these limits accept the quote. */
    public boolean isWithin(long maxMillis, Money maxPrice) {
      return completionMillis <= maxMillis && price.compareTo(maxPrice) <= 0;
    }
  }

  /** When the timer fires if no event comes first. */
  public long timerMillis() {
    LongSupplier nextRetry =
        () ->
            stages.stream()
                .filter(
                    stage -> stage.phase() == StageState.Phase.WAITING && stage.retryMillis() > 0)
                .mapToLong(StageState::retryMillis)
                .min()
                .orElse(Time.NEVER);
    return switch (phase) {
      case QUOTED -> quoteExpiresMillis;
      case RUNNING -> nextRetry.getAsLong();
      default -> Time.NEVER;
    };
  }

  /** Whether it had a promise and has ended in time, with all stages completed. */
  public boolean isKept() {
    return phase == Phase.SUCCEEDED && endedMillis <= promisedMillis;
  }

  ChainState withStage(int stage, StageState changed) {
    List<StageState> updated = new ArrayList<>(stages);
    updated.set(stage, changed);
    return new ChainState(
        phase,
        plan,
        updated,
        submittedMillis,
        deadlineMillis,
        budget,
        quoteFirst,
        quote,
        quoteExpiresMillis,
        promisedMillis,
        endedMillis);
  }

  ChainState quoted(ChainQuote offered, long expiresMillis) {
    return new ChainState(
        Phase.QUOTED,
        plan,
        stages,
        submittedMillis,
        deadlineMillis,
        budget,
        quoteFirst,
        Optional.of(offered),
        expiresMillis,
        promisedMillis,
        endedMillis);
  }

  /** With a promise; the budget is what the user has accepted. */
  ChainState promised(ChainQuote accepted, Optional<Money> most) {
    return new ChainState(
        Phase.RUNNING,
        plan,
        stages,
        submittedMillis,
        deadlineMillis,
        most,
        quoteFirst,
        Optional.of(accepted),
        Time.NEVER,
        accepted.completionMillis(),
        endedMillis);
  }

  ChainState ended(Phase ending, long instantMillis) {
    return new ChainState(
        ending,
        plan,
        stages,
        submittedMillis,
        deadlineMillis,
        budget,
        quoteFirst,
        quote,
        Time.NEVER,
        promisedMillis,
        instantMillis);
  }
}
