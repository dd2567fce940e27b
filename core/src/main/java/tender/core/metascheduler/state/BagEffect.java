package tender.core.metascheduler.state;

import java.util.List;
import java.util.Optional;
import tender.core.budget.BudgetBounds;
import tender.core.compose.Composition;
import tender.core.ledger.FundsLimit;
import tender.core.ledger.Transfer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/**
 * An effect of an event on a bag. The first three are carried out when the bag is written; all
 * others are events of the bag's history, which the user sees.
 */
public sealed interface BagEffect {

  /** Sends a message to a provider. */
  record Send(ProviderId to, Message.ToProvider message) implements BagEffect {}

  /** Accepts the results of these tasks, each once. */
  record AcceptResults(ReservationId part, TaskSet tasks) implements BagEffect {}

  /** Transfers money in the same transaction that writes the bag. */
  record TransferMoney(Transfer transfer) implements BagEffect {}

  /**
   * The whole bag is promised to be done by a time and for a price.
   *
   * @param misfits providers of the call at which no task can run, and why
   */
  record PromiseMade(Promise promise, List<ProviderMisfit> misfits) implements BagEffect {
    /** A user reads only a few, and every history is stored. */
    private static final int MAX_MISFITS = 20;

    public PromiseMade {
      misfits = misfits.stream().limit(MAX_MISFITS).toList();
    }

    /** Of a bag whose tasks can run at all called providers. */
    public PromiseMade(Promise promise) {
      this(promise, List.of());
    }
  }

  /**
   * A composition needs the user's acceptance.
   *
   * @param completionMillis when the whole bag would be done
   * @param expiresMillis until when the user can accept
   */
  record QuoteReady(Composition composition, long completionMillis, long expiresMillis)
      implements BagEffect {}

  /** All tasks of the bag are done. */
  record BagCompleted(long endedMillis) implements BagEffect {}

  /**
   * No promise can be made, or the promise cannot be kept.
   *
   * @param price what the bag would cost, if the account that pays for it cannot cover it
   * @param misfits the providers of the last call at which no task can run, and why
   * @param limit which limit does not allow that price; empty for other reasons
   */
  record NoPromise(
      NoPromiseReason reason,
      Optional<Money> price,
      List<ProviderMisfit> misfits,
      Optional<FundsLimit> limit)
      implements BagEffect {
    public NoPromise {
      misfits = List.copyOf(misfits);
    }

    /** For a reason that has nothing to do with the price. */
    public NoPromise(NoPromiseReason reason) {
      this(reason, Optional.empty());
    }

    /** For a reason that has nothing to do with what tasks request. */
    public NoPromise(NoPromiseReason reason, Optional<Money> price) {
      this(reason, price, List.of(), Optional.empty());
    }

    /** For a reason that has nothing to do with money. */
    public NoPromise(NoPromiseReason reason, List<ProviderMisfit> misfits) {
      this(reason, Optional.empty(), misfits, Optional.empty());
    }

    /** Because of a limit on what may be spent. */
    public NoPromise(FundsLimit limit, Money price) {
      this(NoPromiseReason.INSUFFICIENT_FUNDS, Optional.of(price), List.of(), Optional.of(limit));
    }
  }

  /**
   * The user or the operator cancelled the bag.
   *
   * @param operatorReason why the operator cancelled it; empty if the user did
   */
  record BagStopped(Optional<String> operatorReason) implements BagEffect {}

  /** The user declined the quote, or did not accept it in time. */
  record QuoteNotAccepted() implements BagEffect {}

  /** The bag was stopped, because its first tasks all failed. */
  record StoppedAfterFailures(int failedTasks) implements BagEffect {}

  /**
   * These providers were called for offers.
   *
   * @param notCalled how many other providers could have been called
   */
  record OffersRequested(List<ProviderId> providers, int notCalled) implements BagEffect {
    public OffersRequested {
      providers = List.copyOf(providers);
    }
  }

  /**
   * The deadline or the budget was set from the bag's factors and the offers.
   *
   * @param bounds of the offers, with durations from the time of this event
   * @param deadlineMillis empty if the bag has no deadline factor
   * @param budget empty if the bag has no budget factor
   */
  record LimitsSet(BudgetBounds bounds, Optional<Long> deadlineMillis, Optional<Money> budget)
      implements BagEffect {}

  /** The bag waits in the auction for a match. */
  record AuctionEntered() implements BagEffect {}

  /** The auction matched the bag with these providers, which are now called. */
  record MatchFound(List<ProviderId> providers) implements BagEffect {
    public MatchFound {
      providers = List.copyOf(providers);
    }
  }

  /** The match with these providers failed, and the bag waits in the auction again. */
  record AuctionReentered(List<ProviderId> providers, MatchFailure reason) implements BagEffect {
    public AuctionReentered {
      providers = List.copyOf(providers);
    }
  }

  /** A provider did not hold what it had offered. */
  record ReservationRefused(ReservationId part, Message.RefusalReason reason)
      implements BagEffect {}

  /**
   * A provider has been assigned a part.
   *
   * @param completionMillis when the part is promised to have ended
   */
  record PartPlaced(ReservationId part, int tasks, long completionMillis) implements BagEffect {}

  /** All results of a part have been accepted. */
  record PartDelivered(ReservationId part, long endedMillis) implements BagEffect {}

  /** A part is now expected to end at another time. */
  record PartRescheduled(ReservationId part, long fromMillis, long toMillis) implements BagEffect {}

  /** The bid for a part at a time-shared provider has changed. */
  record BidChanged(ReservationId part, Money fromPerMinute, Money toPerMinute)
      implements BagEffect {}

  /** A part was taken away from its provider because of this cause. */
  record PartLost(ReservationId part, Breach.Cause cause, TaskSet remainingTasks)
      implements BagEffect {}

  /** The promise was broken; reported once, when the bag ends. */
  record PromiseBroken(Breach breach) implements BagEffect {}

  /** Why there is no promise. */
  enum NoPromiseReason {
    /** No provider made any offer. */
    NO_OFFERS,
    /** All offers together do not cover the bag. */
    INSUFFICIENT_OFFERS,
    /** Providers refused the reservations in every attempt. */
    RESERVATIONS_REFUSED,
    /** The auction found no match that could still meet the deadline. */
    NOT_MATCHED_IN_TIME,
    /** The account that pays for the bag cannot cover its price. */
    INSUFFICIENT_FUNDS
  }

  /** Why a match of the auction failed. */
  enum MatchFailure {
    /** The provider offered nothing, or did not answer. */
    NOTHING_OFFERED,
    /** The offer misses the deadline, or costs more than the bag's valuation. */
    TOO_LATE_OR_TOO_EXPENSIVE,
    /** The provider did not hold what it had offered. */
    RESERVATION_REFUSED
  }
}
