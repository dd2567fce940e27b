package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.compose.Composer;
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
public final class Metascheduler implements BagRules {
  private final Tendering tendering;
  private final Watching watching;

  /** Where a broken promise costs nothing. */
  public Metascheduler(List<ProviderId> providers, Composer composer, Patience patience) {
    this(providers, composer, patience, 0);
  }

  /**
   * @param penaltyPermille which share of its price a part's provider pays if it breaks its promise
   */
  public Metascheduler(
      List<ProviderId> providers, Composer composer, Patience patience, int penaltyPermille) {
    tendering = new Tendering(List.copyOf(providers), composer, patience, penaltyPermille);
    watching = new Watching(patience);
  }

  @Override
  public Transition submit(BagId id, Bag bag, Mandate mandate, long nowMillis) {
    Draft draft = Draft.of(id, bag, mandate);
    tendering.begin(draft, nowMillis);
    return draft.finish();
  }

  @Override
  public Transition handle(BagState state, BagEvent event, long nowMillis) {
    return switch (state) {
      case BagState.Ended ended -> new Transition(ended, afterwards(event));
      case BagState.Open open -> {
        Draft bag = new Draft(open);
        switch (event) {
          case BagEvent.Received(Message.ToMetascheduler message) ->
              receive(bag, message, nowMillis);
          case BagEvent.Agreed(long byMillis, Money atMost) ->
              tendering.agree(bag, byMillis, atMost, nowMillis);
          case BagEvent.Declined() -> tendering.decline(bag, nowMillis);
          case BagEvent.NotCovered() -> tendering.notCovered(bag, nowMillis);
          case BagEvent.Cancelled() -> cancel(bag, nowMillis);
          case BagEvent.Matched(ProviderId provider) -> tendering.match(bag, provider, nowMillis);
          case BagEvent.Hopeless() -> Bidding.giveUp(bag, nowMillis);
          case BagEvent.Woken() -> {
            watching.wake(bag, nowMillis);
            Bargaining.wake(bag, nowMillis);
            tendering.wake(bag, nowMillis);
          }
        }
        settle(bag, nowMillis);
        yield bag.finish();
      }
    };
  }

  private void receive(Draft bag, Message.ToMetascheduler message, long nowMillis) {
    switch (message) {
      case Message.Offers offers -> tendering.gather(bag, offers, nowMillis);
      case Message.Estimating estimating -> tendering.await(bag, estimating, nowMillis);
      case Message.Expected expected -> Forecasting.expect(bag, expected);
      case Message.Reserved reserved -> tendering.hold(bag, reserved.id(), nowMillis);
      case Message.Committed committed -> tendering.confirm(bag, committed.id(), nowMillis);
      case Message.Refused refused -> {
        boolean running = !isBeingCommitted(bag, refused);
        tendering.refuse(bag, refused, nowMillis);
        if (running) {
          watching.missing(bag, refused.id());
        }
      }
      case Message.Results results -> {
        if (bag.part(results.id()) != null) {
          // Whoever has results has heard the commitment, even if its word of that is lost.
          tendering.confirm(bag, results.id(), nowMillis);
        }
        watching.accept(bag, results, nowMillis);
      }
    }
  }

  private static boolean isBeingCommitted(Draft bag, Message.Refused refused) {
    return bag.tender.orElse(null) instanceof Tender.Committing committing
        && committing.open().contains(refused.id());
  }

  private void settle(Draft bag, long nowMillis) {
    if (bag.hasEnded()) {
      return;
    }
    if (bag.isDone()) {
      Tendering.abandon(bag);
      bag.end(BagState.Ending.DONE, new BagEffect.Done(bag.lastEndedMillis), nowMillis);
    } else if (bag.tender.isEmpty()) {
      Watching.lost(bag)
          .ifPresent(lost -> tendering.call(bag, lost.tasks(), lost.suspicion(), nowMillis));
    }
  }

  /** A promise that its user gives back is not broken. */
  private static void cancel(Draft bag, long nowMillis) {
    Tendering.abandon(bag);
    bag.parts.forEach(part -> bag.release(part.id()));
    bag.breach = Optional.empty();
    bag.end(BagState.Ending.CANCELLED, new BagEffect.Stopped(), nowMillis);
  }

  /** Who still holds or does something for a bag that has ended need not. */
  private static List<BagEffect> afterwards(BagEvent event) {
    return event instanceof BagEvent.Received(Message.Answer answer)
            && !(answer instanceof Message.Refused)
        ? List.of(new BagEffect.Send(answer.provider(), new Message.Release(answer.id())))
        : List.of();
  }
}
