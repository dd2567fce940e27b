package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.BagTransition;
import java.util.List;
import java.util.Optional;
import tender.core.compose.CompositionPolicy;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The rules by which a bag is tendered and watched. It has no state of its own: it says what an
 * event makes of the state of a bag.
 *
 * <ol>
 *   <li>All providers are called at once. When all have answered, or the time for it has passed,
 *       the offers are composed.
 *   <li>All parts are reserved at once. If all are held, it is decided that all are committed, and
 *       when all have confirmed it the promise is given. If one is refused or silent, all are
 *       released at once and what is left is composed anew, with what the refusing provider offers
 *       instead.
 *   <li>After too many attempts the bag is called again; after too many calls, given up.
 *   <li>A bag that bids in the auction is not called before it is matched with a provider, then
 *       called to that one alone; if that fails it bids again, until its deadline.
 *   <li>Where time is shared, a bag that bids thinks its bids over from time to time, so that its
 *       parts end by the deadline and its money lasts.
 *   <li>Results count from the reservation that has the task, once. Who gives no word although
 *       asked, or is long overdue, is given up on, and what is left to it is tendered again; the
 *       tasks are its own until others are committed to them.
 * </ol>
 *
 * <p>A message that does not fit the state, because it comes twice, late or from an earlier
 * attempt, changes nothing; a part that is held or done for nobody is released.
 */
public final class Metascheduler implements BagStateMachine {
  private final PlacementRules tendering;
  private final PartMonitor watching;

  /** Where a broken promise costs nothing. */
  public Metascheduler(List<ProviderId> providers, CompositionPolicy composer, TimeoutConfig patience) {
    this(providers, composer, patience, 0);
  }

  /**
   * @param penaltyPermille which share of its price a part's provider pays if it breaks its promise
   */
  public Metascheduler(
      List<ProviderId> providers, CompositionPolicy composer, TimeoutConfig patience, int penaltyPermille) {
    tendering = new PlacementRules(List.copyOf(providers), composer, patience, penaltyPermille);
    watching = new PartMonitor(patience);
  }

  @Override
  public BagTransition submit(BagId id, Bag bag, AcceptancePolicy mandate, long nowMillis) {
    BagBuilder draft = BagBuilder.of(id, bag, mandate);
    tendering.start(draft, nowMillis);
    return draft.build();
  }

  @Override
  public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
    return switch (state) {
      case BagState.Ended ended -> new BagTransition(ended, afterwards(event));
      case BagState.Open open -> {
        BagBuilder bag = new BagBuilder(open);
        switch (event) {
          case BagEvent.MessageReceived(Message.ToMetascheduler message) ->
              receive(bag, message, nowMillis);
          case BagEvent.QuoteAccepted(long byMillis, Money atMost) ->
              tendering.acceptQuote(bag, byMillis, atMost, nowMillis);
          case BagEvent.QuoteDeclined() -> tendering.declineQuote(bag, nowMillis);
          case BagEvent.InsufficientFunds() -> tendering.insufficientFunds(bag, nowMillis);
          case BagEvent.CancelRequested() -> cancel(bag, nowMillis);
          case BagEvent.AuctionMatched(ProviderId provider) -> tendering.matched(bag, provider, nowMillis);
          case BagEvent.DeadlineInfeasible() -> AuctionBidding.endUnmatched(bag, nowMillis);
          case BagEvent.TimerFired() -> {
            watching.onTimer(bag, nowMillis);
            ShareBidding.onTimer(bag, nowMillis);
            tendering.onTimer(bag, nowMillis);
          }
        }
        settle(bag, nowMillis);
        yield bag.build();
      }
    };
  }

  private void receive(BagBuilder bag, Message.ToMetascheduler message, long nowMillis) {
    switch (message) {
      case Message.Offers offers -> tendering.collectOffers(bag, offers, nowMillis);
      case Message.EstimatePending estimating -> tendering.awaitEstimate(bag, estimating, nowMillis);
      case Message.CompletionChanged expected -> BagCompletionForecast.updateForecast(bag, expected);
      case Message.Reserved reserved -> tendering.reserved(bag, reserved.id(), nowMillis);
      case Message.Committed committed -> tendering.committed(bag, committed.id(), nowMillis);
      case Message.Refused refused -> {
        boolean running = !isBeingCommitted(bag, refused);
        tendering.refused(bag, refused, nowMillis);
        if (running) {
          watching.partMissing(bag, refused.id());
        }
      }
      case Message.Results results -> {
        if (bag.part(results.id()) != null) {
          // Whoever has results has heard the commitment, even if its word of that is lost.
          tendering.committed(bag, results.id(), nowMillis);
        }
        watching.acceptResults(bag, results, nowMillis);
      }
    }
  }

  private static boolean isBeingCommitted(BagBuilder bag, Message.Refused refused) {
    return bag.placement.orElse(null) instanceof PlacementState.Committing committing
        && committing.unconfirmed().contains(refused.id());
  }

  private void settle(BagBuilder bag, long nowMillis) {
    if (bag.hasEnded()) {
      return;
    }
    if (bag.isDone()) {
      PlacementRules.abandonPlacement(bag);
      bag.end(BagState.Ending.DONE, new BagEffect.BagCompleted(bag.lastTaskEndedMillis), nowMillis);
    } else if (bag.placement.isEmpty()) {
      PartMonitor.lostTasks(bag)
          .ifPresent(lost -> tendering.call(bag, lost.tasks(), lost.originalFault(), nowMillis));
    }
  }

  /** A promise that its user gives back is not broken. */
  private static void cancel(BagBuilder bag, long nowMillis) {
    PlacementRules.abandonPlacement(bag);
    bag.parts.forEach(part -> bag.release(part.id()));
    bag.breach = Optional.empty();
    bag.end(BagState.Ending.CANCELLED, new BagEffect.BagStopped(), nowMillis);
  }

  /** Who still holds or does something for a bag that has ended need not. */
  private static List<BagEffect> afterwards(BagEvent event) {
    return event instanceof BagEvent.MessageReceived(Message.ReservationAnswer answer)
            && !(answer instanceof Message.Refused)
        ? List.of(new BagEffect.Send(answer.provider(), new Message.Release(answer.id())))
        : List.of();
  }
}
