package tender.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import tender.core.budget.LimitFactors;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.Part;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** A bag with random events that are possible in its state. */
final class RandomBagRun {
  private static final int MAX_EVENTS = 200;

  private final SplittableRandom random;
  private final BagId id;
  private final Bag bag;
  private final boolean bids;
  private final List<ProviderId> providers = new ArrayList<>();
  private final BagTransactionBuilder builder;
  private long nowMillis;

  RandomBagRun(long seed) {
    this(seed, 0);
  }

  /** With at least so many providers. */
  RandomBagRun(long seed, int atLeast) {
    random = new SplittableRandom(seed);
    id = new BagId("bag-" + seed);
    bids = random.nextInt(4) == 0;
    int tasks = bids ? 1 : 1 + random.nextInt(40);
    long deadlineMillis = bids ? 100 + random.nextInt(2_000) : deadlineMillis();
    bag = new Bag(tasks, 1 + random.nextInt(3), 50, 0, deadlineMillis);
    for (int i = 0; i <= Math.max(atLeast - 1, random.nextInt(5)); i++) {
      providers.add(new ProviderId("provider" + i * i));
    }
    List<CompositionPolicy> policies = List.copyOf(CompositionPolicies.all().values());
    builder =
        new BagTransactionBuilder(
            new Metascheduler(
                providers,
                policies.get(random.nextInt(policies.size())),
                new TimeoutConfig(100, 200, 500, 300, 1_000)));
  }

  private long deadlineMillis() {
    return switch (random.nextInt(4)) {
      case 0 -> Time.NEVER;
      // Long enough for bids to be reviewed.
      case 1 -> 100_000 + random.nextInt(2_000);
      default -> 100 + random.nextInt(2_000);
    };
  }

  /** All transactions of the run. */
  List<Transaction> transactions() {
    List<Transaction> run = new ArrayList<>();
    run.add(builder.submit(Optional.empty(), id, bag, acceptancePolicy(), nowMillis).orElseThrow());
    for (int i = 0; i < MAX_EVENTS; i++) {
      Transaction last = run.getLast();
      if (!(last.state() instanceof BagState.Open open)) {
        break;
      }
      List<BagEvent> events = new ArrayList<>();
      for (int j = random.nextInt(3); j >= 0; j--) {
        events.add(event(open));
      }
      StoredBag stored = new StoredBag(last.state(), last.version());
      builder.handleAll(stored, events, nowMillis).ifPresent(run::add);
    }
    return run;
  }

  private AcceptancePolicy acceptancePolicy() {
    if (bids) {
      return AcceptancePolicy.auctionBid(bag.deadlineMillis(), new Money(random.nextInt(100)));
    }
    return switch (random.nextInt(10)) {
      case 0 -> AcceptancePolicy.acceptAny(0).withLimitFactors(limitFactors(), false);
      case 1 -> AcceptancePolicy.alwaysAsk(bag.deadlineMillis());
      case 2 ->
          (random.nextBoolean()
                  ? AcceptancePolicy.alwaysAsk(bag.deadlineMillis())
                  : AcceptancePolicy.acceptAny(bag.deadlineMillis()))
              .withHoldFirst(true);
      case 3, 4, 5, 6 ->
          AcceptancePolicy.acceptWithin(bag.deadlineMillis(), new Money(random.nextInt(2_000)))
              .withBidStrategy(bidStrategy());
      default -> AcceptancePolicy.acceptAny(bag.deadlineMillis()).withBidStrategy(bidStrategy());
    };
  }

  private LimitFactors limitFactors() {
    Optional<Integer> budgetPermille = Optional.of(random.nextInt(1_001));
    return random.nextBoolean()
        ? new LimitFactors(Optional.of(random.nextInt(1_001)), budgetPermille)
        : new LimitFactors(Optional.empty(), budgetPermille);
  }

  private Optional<Message.BidStrategy> bidStrategy() {
    return switch (random.nextInt(3)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(new Message.BidStrategy(Optional.of(new Money(20))));
      default -> Optional.of(Message.BidStrategy.BY_DEADLINE);
    };
  }

  private BagEvent event(BagState.Open open) {
    nowMillis += random.nextInt(20);
    int choice = random.nextInt(100);
    if (choice == 0) {
      return switch (random.nextInt(3)) {
        case 0 -> new BagEvent.CancelRequested();
        case 1 -> new BagEvent.CancelRequested(Optional.of("The cluster is full."));
        default -> new BagEvent.FailureLimitReached(20);
      };
    }
    if (choice < 15 && open.timerMillis() != Time.NEVER) {
      nowMillis = Math.max(nowMillis, open.timerMillis()) + (choice % 4 == 1 ? 3_000 : 0);
      return new BagEvent.TimerFired();
    }
    if (choice < 50 && !open.parts().isEmpty()) {
      return new BagEvent.MessageReceived(
          messageOfPart(open.parts().get(random.nextInt(open.parts().size()))));
    }
    return switch (open.placement().orElse(null)) {
      case PlacementState.CollectingOffers calling ->
          new BagEvent.MessageReceived(
              random.nextInt(10) == 0 ? estimatePending(calling) : offers(calling));
      case PlacementState.Reserving reserving -> {
        List<Part> parts = reserving.composition().parts();
        ProviderId provider = parts.get(random.nextInt(parts.size())).provider();
        yield new BagEvent.MessageReceived(
            replyToReservation(
                new ReservationId(reserving.call().call(), reserving.attempt(), provider)));
      }
      case PlacementState.Committing committing -> {
        ReservationId part =
            committing.unconfirmed().get(random.nextInt(committing.unconfirmed().size()));
        yield new BagEvent.MessageReceived(
            random.nextInt(10) == 0 ? refused(part) : new Message.Committed(part));
      }
      case PlacementState.AwaitingAcceptance asking ->
          random.nextInt(8) == 0
              ? new BagEvent.QuoteDeclined()
              : new BagEvent.QuoteAccepted(asking.completionMillis(), AcceptancePolicy.anyPrice());
      case PlacementState.Held held ->
          new BagEvent.HoldCommitted(1 + random.nextInt(held.composition().tasks()));
      case PlacementState.AwaitingMatch _ ->
          random.nextInt(20) == 0
              ? new BagEvent.DeadlineInfeasible()
              : new BagEvent.AuctionMatched(
                  List.of(providers.get(random.nextInt(providers.size()))));
      case null, default -> new BagEvent.TimerFired();
    };
  }

  private Message.ToMetascheduler messageOfPart(RunningPart part) {
    if (random.nextInt(4) == 0) {
      return new Message.CompletionChanged(part.id(), nowMillis + random.nextInt(10_000));
    }
    return random.nextInt(12) == 0
        ? refused(part.id())
        : new Message.Results(
            part.id(),
            part.remainingTasks().lowest(1 + random.nextInt(1 + part.remainingTasks().size())),
            nowMillis,
            new Money(random.nextInt(100)));
  }

  private Message.ToMetascheduler replyToReservation(ReservationId part) {
    return random.nextInt(6) == 0 ? refused(part) : new Message.Reserved(part, nowMillis + 500);
  }

  private Message.Refused refused(ReservationId part) {
    Message.RefusalReason[] reasons = Message.RefusalReason.values();
    return new Message.Refused(
        part, reasons[random.nextInt(reasons.length)], offers(part.provider()));
  }

  private Message.EstimatePending estimatePending(PlacementState.CollectingOffers calling) {
    ProviderId provider =
        calling.calledProviders().get(random.nextInt(calling.calledProviders().size()));
    return new Message.EstimatePending(
        calling.call(), provider, nowMillis + random.nextInt(10_000));
  }

  private Message.Offers offers(PlacementState.CollectingOffers calling) {
    ProviderId provider =
        calling.calledProviders().get(random.nextInt(calling.calledProviders().size()));
    return new Message.Offers(
        calling.call(),
        provider,
        random.nextInt(3),
        offers(provider),
        disclosure(),
        nowMillis,
        nowMillis + 5_000);
  }

  private List<Offer> offers(ProviderId provider) {
    List<Offer> offers = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      offers.add(
          new Offer(
              provider,
              1 + random.nextInt(bag.tasks()),
              nowMillis + random.nextInt(1_500),
              new Money(random.nextInt(100))));
    }
    return offers;
  }

  private Disclosure disclosure() {
    if (random.nextInt(3) == 0) {
      return Disclosure.ofBids(new BidRange(new Money(1), new Money(99), new Money(20)));
    }
    if (random.nextBoolean()) {
      return Disclosure.NOTHING;
    }
    FreeSlot slot = new FreeSlot(nowMillis, Time.NEVER, 1 + random.nextInt(8));
    return new Disclosure(
            OptionalLong.of(1 + random.nextInt(9)),
            OptionalLong.of(random.nextInt(9)),
            Optional.of(new Disclosure.Slots(bag.width(), 50, List.of(slot))))
        .withFirm(random.nextBoolean());
  }
}
