package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.call.ProviderSelector;
import tender.core.compose.CompositionPolicy;
import tender.core.ledger.FundsLimit;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.placement.AuctionPayment;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.share.OrganisationDirectory;

/**
 * The state machine of a bag. It is stateless: it computes the next state of a bag from the current
 * state and an event.
 *
 * <ol>
 *   <li>Providers are called in parallel, all of them or, if there are many, the most suitable
 *       first. When all have answered, or the answer timeout has passed, their offers are composed.
 *       If the offers do not suffice, or may be improved, as many further providers are called.
 *   <li>All parts are reserved in parallel. If all are reserved, all are committed, and the promise
 *       is made when all providers have confirmed. If a provider refuses or does not answer, all
 *       parts are released and the remaining offers are composed again, with the alternatives of
 *       the provider that refused.
 *   <li>A bag of another market is not committed before that market commits to it; until then its
 *       parts are held, for a limited time.
 *   <li>After too many attempts the bag is called again; after too many calls it is given up.
 *   <li>A bag in the auction is not called before it is matched with a provider, and then only that
 *       provider is called. If this fails, the bag enters the auction again, until its deadline.
 *   <li>The deadline and budget of a bag that has factors for them are set from the first offers
 *       that cover the bag.
 *   <li>A bag with the local domain policy calls the providers of its user's organisations, and all
 *       others only after half of the time to its deadline.
 *   <li>At time-shared providers the bids of a bag are reviewed regularly, so that its parts end by
 *       the deadline and its money lasts.
 *   <li>Results are accepted once, from the part that has the task. A provider that does not answer
 *       inquiries, or is long overdue, loses its part, and the remaining tasks are placed again.
 *       The lost part keeps the tasks until other parts are committed to them.
 * </ol>
 *
 * <p>A message that does not fit the state, because it is a duplicate, late or from an earlier
 * attempt, does not change the state; a reservation that no bag needs is released.
 */
public final class Metascheduler implements BagStateMachine {
  private final PlacementRules placement;
  private final PartMonitor monitor;
  private final Settlement settlement;

  /** Calls all providers, without a penalty for broken promises. */
  public Metascheduler(
      List<ProviderId> providers, CompositionPolicy policy, TimeoutConfig timeouts) {
    this(providers, policy, timeouts, 0, 0);
  }

  /** Of a market without organisations, which calls all providers. */
  public Metascheduler(
      List<ProviderId> providers,
      CompositionPolicy policy,
      TimeoutConfig timeouts,
      int penaltyPermille,
      int surplusPermille) {
    this(
        ProviderSelector.all(providers),
        OrganisationDirectory.NONE,
        policy,
        timeouts,
        penaltyPermille,
        surplusPermille);
  }

  /**
   * @param providers selects the providers to call
   * @param organisations the organisations of the providers
   * @param penaltyPermille the share of a part's price that its provider pays for a broken promise
   * @param surplusPermille the share of the difference between the valuation of a bag in the
   *     auction and its price that its providers get in addition to the price
   */
  public Metascheduler(
      ProviderSelector providers,
      OrganisationDirectory organisations,
      CompositionPolicy policy,
      TimeoutConfig timeouts,
      int penaltyPermille,
      int surplusPermille) {
    placement =
        new PlacementRules(
            providers,
            organisations,
            policy,
            timeouts,
            penaltyPermille,
            new AuctionPayment(surplusPermille));

    monitor = new PartMonitor(timeouts);
    settlement = new Settlement(timeouts);
  }

  @Override
  public BagTransition submit(
      BagId id, Bag bag, AcceptancePolicy acceptancePolicy, long nowMillis) {
    BagBuilder builder = BagBuilder.of(id, bag, acceptancePolicy);
    placement.start(builder, nowMillis);
    return builder.build();
  }

  @Override
  public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
    return switch (state) {
      case BagState.Ended ended -> settlement.handle(ended, event, nowMillis);
      case BagState.Open open -> {
        BagBuilder bag = new BagBuilder(open);
        switch (event) {
          case BagEvent.MessageReceived(Message.ToMetascheduler message) ->
              receive(bag, message, nowMillis);
          case BagEvent.QuoteAccepted(long completionMillis, Money maxPrice) ->
              placement.acceptQuote(bag, completionMillis, maxPrice, nowMillis);
          case BagEvent.QuoteDeclined() -> placement.declineQuote(bag, nowMillis);
          case BagEvent.HoldCommitted(int tasks) -> placement.commitHeld(bag, tasks, nowMillis);
          case BagEvent.InsufficientFunds(FundsLimit limit) ->
              placement.insufficientFunds(bag, limit, nowMillis);
          case BagEvent.LimitExceeded(ReservationId part) -> PartMonitor.limitExceeded(bag, part);
          case BagEvent.PartUndone(ReservationId part) -> {
            // Otherwise the commit is repeated, and refused.
            if (!isBeingCommitted(bag, part)) {
              PartMonitor.partUndone(bag, part);
            }
          }
          case BagEvent.CancelRequested(Optional<String> reason) ->
              stop(bag, BagState.Ending.CANCELLED, new BagEffect.BagStopped(reason), nowMillis);
          case BagEvent.FailureLimitReached(int failedTasks) ->
              stop(
                  bag,
                  BagState.Ending.STOPPED_AFTER_FAILURES,
                  new BagEffect.StoppedAfterFailures(failedTasks),
                  nowMillis);
          case BagEvent.AuctionMatched(List<ProviderId> providers) ->
              placement.matched(bag, providers, nowMillis);
          case BagEvent.DeadlineInfeasible() -> AuctionBidding.endUnmatched(bag, nowMillis);
          case BagEvent.TimerFired() -> {
            monitor.onTimer(bag, nowMillis);
            ShareBidding.onTimer(bag, nowMillis);
            placement.onTimer(bag, nowMillis);
          }
        }
        endOrPlaceAgain(bag, nowMillis);
        yield bag.build();
      }
    };
  }

  private void receive(BagBuilder bag, Message.ToMetascheduler message, long nowMillis) {
    switch (message) {
      case Message.Offers offers -> placement.collectOffers(bag, offers, nowMillis);
      case Message.EstimatePending pending -> placement.awaitEstimate(bag, pending, nowMillis);
      case Message.CompletionChanged changed -> BagCompletionForecast.updateForecast(bag, changed);
      case Message.Reserved reserved -> placement.reserved(bag, reserved.id(), nowMillis);
      case Message.Committed committed -> placement.committed(bag, committed.id(), nowMillis);
      case Message.Refused refused -> {
        boolean running = !isBeingCommitted(bag, refused.id());
        placement.refused(bag, refused, nowMillis);
        if (running) {
          monitor.partMissing(bag, refused.id());
        }
      }
      case Message.Results results -> {
        if (isBeingCommitted(bag, results.id())) {
          if (!proveCommit(bag.part(results.id()), results)) {
            return;
          }
          placement.committed(bag, results.id(), nowMillis);
        }
        monitor.acceptResults(bag, results, nowMillis);
      }
    }
  }

  /**
   * A provider that has results has received the commit, even if its confirmation is lost. Results
   * of other tasks prove nothing: the provider cannot know which tasks it would get.
   */
  private static boolean proveCommit(@Nullable RunningPart part, Message.Results results) {
    return part != null
        && !results.endedTasks().isEmpty()
        && part.remainingTasks().containsAll(results.endedTasks());
  }

  private static boolean isBeingCommitted(BagBuilder bag, ReservationId id) {
    return bag.placement.orElse(null) instanceof PlacementState.Committing committing
        && committing.unconfirmed().contains(id);
  }

  private void endOrPlaceAgain(BagBuilder bag, long nowMillis) {
    if (bag.hasEnded()) {
      return;
    }
    if (bag.isDone()) {
      bag.abandonPlacement();
      bag.end(BagState.Ending.DONE, new BagEffect.BagCompleted(bag.lastTaskEndedMillis), nowMillis);
    } else if (bag.placement.isEmpty()) {
      PartMonitor.lostTasks(bag)
          .ifPresent(
              lost -> placement.placeAgain(bag, lost.tasks(), lost.originalFault(), nowMillis));
    }
  }

  /** Stops a bag for its user; a promise that the user gives up is not broken. */
  private void stop(BagBuilder bag, BagState.Ending ending, BagEffect last, long nowMillis) {
    bag.abandonPlacement();
    bag.parts.forEach(part -> bag.release(part.id()));
    bag.breach = Optional.empty();
    settlement.end(bag, ending, last, nowMillis);
  }
}
