package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.TransitionRecorder;
import tender.core.budget.LimitFactors;
import tender.core.ledger.FundsLimit;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * A random exploration of a bag's states observes exactly the transitions that the page shows. It
 * continues from states of all shapes equally often, so that rare states are explored as well.
 */
final class BagTransitionTableTest {
  private static final int SEED = 1;
  private static final int STEPS = 500_000;
  private static final int SITUATIONS_PER_SHAPE = 20;
  private static final long DEADLINE_MILLIS = 2_000;
  private static final BagId BAG = new BagId("1");
  private static final List<ProviderId> PROVIDERS =
      List.of(new ProviderId("p1"), new ProviderId("p2"));

  private static final LimitFactors HALF = new LimitFactors(Optional.of(500), Optional.of(500));
  private static final AcceptancePolicy ANY = AcceptancePolicy.acceptAny(DEADLINE_MILLIS);
  private static final List<AcceptancePolicy> POLICIES =
      List.of(
          ANY,
          AcceptancePolicy.alwaysAsk(DEADLINE_MILLIS),
          AcceptancePolicy.acceptWithin(DEADLINE_MILLIS, new Money(50)),
          ANY.withBudget(new Money(100), false),
          ANY.withBudget(new Money(100), true),
          AcceptancePolicy.auctionBid(DEADLINE_MILLIS, new Money(50)),
          ANY.withBidStrategy(Optional.of(Message.BidStrategy.BY_DEADLINE)),
          ANY.withHoldFirst(true),
          ANY.withLimitFactors(HALF, false),
          AcceptancePolicy.alwaysAsk(DEADLINE_MILLIS).withLimitFactors(HALF, false));

  private static final List<String> STATES =
      List.of(
          ("Submitted AwaitingMatch CollectingOffers AwaitingAcceptance Reserving Held Committing"
                  + " BackingOff Running Ended")
              .split(" "));

  private static final List<String> EVENTS =
      List.of(
          "submit",
          "Offers",
          "EstimatePending",
          "Reserved",
          "Refused",
          "Committed",
          "Results",
          "CompletionChanged",
          "AuctionMatched",
          "DeadlineInfeasible",
          "QuoteAccepted",
          "QuoteDeclined",
          "HoldCommitted",
          "InsufficientFunds",
          "CancelRequested",
          "FailureLimitReached",
          "TimerFired");

  /** A timer has these effects on parts in every open state; the page lists them once. */
  private static final Set<String> PART_TIMER_EFFECTS =
      Set.of("send Inquire", "PartLost", "send Bid", "BidChanged");

  private static final TimeoutConfig TIMEOUTS =
      new TimeoutConfig(100, 1_000, 5_000, 1_000, 100_000_000);

  /** The first calls all providers together, the second one after the other. */
  private static final List<Metascheduler> METASCHEDULERS =
      List.of(
          Metaschedulers.calling(2, PROVIDERS, TIMEOUTS),
          Metaschedulers.calling(1, PROVIDERS, TIMEOUTS));

  private final TransitionRecorder recorder = new TransitionRecorder(STATES, EVENTS);
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Map<String, List<Situation>> situations = new LinkedHashMap<>();
  private final List<String> shapes = new ArrayList<>();

  /** A state that was reached, and when. */
  private record Situation(BagState state, long nowMillis) {}

  @Test
  void pageShowsObservedTransitions() {
    for (AcceptancePolicy policy : POLICIES) {
      METASCHEDULERS.forEach(metascheduler -> submit(metascheduler, policy));
    }
    for (int step = 0; step < STEPS; step++) {
      List<Situation> alike =
          situations.getOrDefault(shapes.get(random.nextInt(shapes.size())), List.of());
      step(alike.get(random.nextInt(alike.size())));
    }
    // The exploration is too rarely in these states to observe both ways to stop a bag.
    for (String name : List.of("Ended", "AwaitingMatch")) {
      Situation reached =
          situations.values().stream()
              .flatMap(List::stream)
              .filter(situation -> label(situation.state()).equals(name))
              .findFirst()
              .orElseThrow();
      for (BagEvent stop :
          List.of(new BagEvent.FailureLimitReached(20), new BagEvent.CancelRequested())) {
        record(
            name,
            label(stop),
            METASCHEDULERS.getFirst().handle(reached.state(), stop, reached.nowMillis()));
      }
    }

    assertThat(recorder.unobserved())
        .allMatch(pair -> pair.startsWith("Submitted × ") || pair.endsWith(" × submit"));
    assertThat(TransitionRecorder.page()).contains(recorder.markdown());
  }

  private void submit(Metascheduler metascheduler, AcceptancePolicy policy) {
    int tasks = policy.valuation().isPresent() ? 1 : 2;
    Bag bag = new Bag(tasks, 1, 100, 0, DEADLINE_MILLIS);
    BagTransition submitted = metascheduler.submit(BAG, bag, policy, 0);
    record("Submitted", "submit", submitted);
    keep(new Situation(submitted.state(), 0));
  }

  private void step(Situation situation) {
    BagState state = situation.state();
    long nowMillis = situation.nowMillis() + random.nextInt(30);
    BagEvent event = event(state, nowMillis);
    if (event instanceof BagEvent.TimerFired && state.timerMillis() != Time.NEVER) {
      // A timer may fire late; then several of the state's timeouts are due together.
      long lateMillis = random.nextBoolean() ? 0 : random.nextInt(10_000);
      nowMillis = Math.max(nowMillis, state.timerMillis()) + lateMillis;
    }
    Metascheduler metascheduler = METASCHEDULERS.get(random.nextInt(METASCHEDULERS.size()));
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    record(label(state), label(event), transition);
    keep(new Situation(transition.state(), nowMillis));
    keep(new Situation(nearLastCall(transition.state()), nowMillis));
  }

  private void keep(Situation situation) {
    List<Situation> alike =
        situations.computeIfAbsent(
            shape(situation.state()),
            shape -> {
              shapes.add(shape);
              return new ArrayList<>();
            });
    if (alike.size() < SITUATIONS_PER_SHAPE) {
      alike.add(situation);
    } else {
      alike.set(random.nextInt(SITUATIONS_PER_SHAPE), situation);
    }
  }

  private static String shape(BagState state) {
    if (!(state instanceof BagState.Open open)) {
      return label(state);
    }
    long lost = open.parts().stream().filter(part -> part.fault().isPresent()).count();
    long paid = open.parts().stream().filter(part -> part.contract().isPresent()).count();
    long bids = open.parts().stream().filter(part -> part.bid().isPresent()).count();
    long silent = open.parts().stream().filter(part -> part.unansweredInquiries() > 1).count();
    String progress =
        switch (open.placement().orElse(null)) {
          case PlacementState.CollectingOffers collecting ->
              "replies %d of %d"
                  .formatted(collecting.replies().size(), collecting.calledProviders().size());
          case PlacementState.Committing committing ->
              progress(committing) + (" sent " + committing.timesSent());
          case PlacementState.Attempt attempt -> progress(attempt);
          case null, default -> "";
        };
    return String.join(
        " ",
        label(state),
        open.promise().isPresent()
            ? "promised"
            : "policy " + POLICIES.indexOf(open.acceptancePolicy()),
        "lost " + lost + " of " + open.parts().size() + " paid " + paid,
        "bids " + bids + " silent " + silent,
        progress,
        "failed " + Math.min(open.failedCalls(), 3),
        "done " + open.doneTasks().size());
  }

  private static String progress(PlacementState.Attempt attempt) {
    return "attempt %d replies %d parts %d"
        .formatted(
            attempt.attempt(),
            attempt.call().replies().size(),
            attempt.composition().parts().size());
  }

  /** The state before the last call that is allowed to fail, which random walks rarely reach. */
  private static BagState nearLastCall(BagState state) {
    return state instanceof BagState.Open open
        ? new BagState.Open(
            open.id(),
            open.bag(),
            open.acceptancePolicy(),
            open.promise(),
            open.doneTasks(),
            open.parts(),
            open.placement(),
            open.distrustedProviders(),
            open.callCount(),
            open.promise().isPresent() ? 29 : 2,
            open.lastTaskEndedMillis(),
            open.breach(),
            open.paidForEndedParts())
        : state;
  }

  private void record(String state, String event, BagTransition transition) {
    String next =
        transition.state() instanceof BagState.Ended ended && !state.equals("Ended")
            ? "Ended: " + ended.ending()
            : label(transition.state());
    Set<String> hidden =
        event.equals("TimerFired") && !Set.of("Running", "Ended").contains(state)
            ? PART_TIMER_EFFECTS
            : Set.of();
    recorder.record(
        state,
        event,
        next,
        transition.effects().stream()
            .map(BagTransitionTableTest::label)
            .filter(effect -> !hidden.contains(effect))
            .toList());
  }

  /** An event that continues the protocol in the current state, or an arbitrary one. */
  private BagEvent event(BagState state, long nowMillis) {
    int kind = random.nextInt(4);
    if (kind == 0) {
      return new BagEvent.TimerFired();
    }
    if (kind == 1 && state instanceof BagState.Open open) {
      return expected(open, nowMillis);
    }
    ReservationId id = reservation(state);
    ProviderId provider = PROVIDERS.get(random.nextInt(2));
    CallId call = new CallId(BAG, state instanceof BagState.Open open ? open.callCount() : 1);
    return switch (random.nextInt(60)) {
      case 0 ->
          nowMillis % 2 == 0
              ? new BagEvent.CancelRequested()
              : new BagEvent.FailureLimitReached(20);
      case 1, 2 -> new BagEvent.QuoteDeclined();
      case 3, 4 -> new BagEvent.InsufficientFunds(FundsLimit.ACCOUNT);
      case 5, 6 -> new BagEvent.DeadlineInfeasible();
      case 9, 10 -> new BagEvent.HoldCommitted(1 + random.nextInt(2));
      case 7, 8 -> received(new Message.EstimatePending(call, provider, nowMillis + 500));
      default ->
          switch (random.nextInt(9)) {
            case 0 -> new BagEvent.QuoteAccepted(DEADLINE_MILLIS * 10, new Money(1_000));
            case 1 -> new BagEvent.AuctionMatched(List.of(provider));
            case 2 -> received(offers(call, provider, nowMillis));
            case 3 -> received(new Message.Reserved(id, nowMillis + 100));
            case 4 -> received(refused(id, nowMillis));
            case 5 -> received(new Message.Committed(id));
            case 6 -> received(results(id, TaskSet.first(random.nextInt(3)), nowMillis));
            case 7 ->
                received(new Message.CompletionChanged(id, nowMillis + random.nextInt(5_000)));
            default -> new BagEvent.TimerFired();
          };
    };
  }

  private BagEvent expected(BagState.Open open, long nowMillis) {
    ReservationId id = reservation(open);
    return switch (open.placement().orElse(null)) {
      case PlacementState.AwaitingMatch _ ->
          new BagEvent.AuctionMatched(List.of(PROVIDERS.get(random.nextInt(2))));
      case PlacementState.CollectingOffers collecting ->
          received(offers(collecting.call(), PROVIDERS.get(random.nextInt(2)), nowMillis));
      case PlacementState.AwaitingAcceptance asking ->
          new BagEvent.QuoteAccepted(asking.completionMillis(), asking.composition().price());
      case PlacementState.Reserving _ ->
          random.nextInt(3) == 0
              ? received(refused(id, nowMillis))
              : received(new Message.Reserved(id, nowMillis + 100));
      case PlacementState.Held held ->
          random.nextInt(3) == 0
              ? received(refused(id, nowMillis))
              : new BagEvent.HoldCommitted(1 + random.nextInt(held.composition().tasks()));
      case PlacementState.Committing _ -> received(new Message.Committed(id));
      case PlacementState.BackingOff _ -> new BagEvent.TimerFired();
      case null -> received(results(id, TaskSet.first(2), nowMillis));
    };
  }

  private static BagEvent received(Message.ToMetascheduler message) {
    return new BagEvent.MessageReceived(message);
  }

  /** A reservation of the placement or of a part, or one that the bag does not know. */
  private ReservationId reservation(BagState state) {
    List<ReservationId> ids = new ArrayList<>();
    ids.add(new ReservationId(new CallId(BAG, 1), 9, PROVIDERS.get(random.nextInt(2))));
    if (state instanceof BagState.Open open) {
      open.parts().forEach(part -> ids.add(part.id()));
      switch (open.placement().orElse(null)) {
        case PlacementState.Reserving reserving -> ids.addAll(reserved(reserving));
        case PlacementState.Held held -> ids.addAll(reserved(held));
        case PlacementState.Committing committing -> ids.addAll(committing.unconfirmed());
        case null, default -> {}
      }
    }
    return ids.get(random.nextInt(ids.size()));
  }

  private static List<ReservationId> reserved(PlacementState.Attempt attempt) {
    return attempt.composition().parts().stream()
        .map(part -> attempt.call().reservation(attempt.attempt(), part.provider()))
        .toList();
  }

  private Message.Offers offers(CallId call, ProviderId provider, long nowMillis) {
    boolean isTimeShared = random.nextInt(4) == 0;
    Disclosure disclosure =
        isTimeShared
            ? Disclosure.ofBids(new BidRange(new Money(1), new Money(100), new Money(10)))
            : new Disclosure(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
    return new Message.Offers(
        call,
        provider,
        random.nextInt(3),
        offerList(provider, nowMillis),
        disclosure,
        nowMillis,
        nowMillis + 100);
  }

  private List<Offer> offerList(ProviderId provider, long nowMillis) {
    int tasks = random.nextInt(3);
    long completionMillis = nowMillis + (random.nextBoolean() ? 100 : 3_000);
    return tasks == 0
        ? List.of()
        : List.of(new Offer(provider, tasks, completionMillis, new Money(random.nextInt(60))));
  }

  private Message.Refused refused(ReservationId id, long nowMillis) {
    return new Message.Refused(
        id, Message.RefusalReason.NO_CAPACITY, offerList(id.provider(), nowMillis));
  }

  private static Message.Results results(ReservationId id, TaskSet tasks, long nowMillis) {
    return new Message.Results(id, tasks, nowMillis, new Money(20));
  }

  private static String label(BagState state) {
    return switch (state) {
      case BagState.Ended _ -> "Ended";
      case BagState.Open open ->
          open.placement().map(placement -> placement.getClass().getSimpleName()).orElse("Running");
    };
  }

  private static String label(BagEvent event) {
    return event instanceof BagEvent.MessageReceived(Message.ToMetascheduler message)
        ? message.getClass().getSimpleName()
        : event.getClass().getSimpleName();
  }

  private static String label(BagEffect effect) {
    return effect instanceof BagEffect.Send(ProviderId to, Message.ToProvider message)
        ? "send " + message.getClass().getSimpleName()
        : effect.getClass().getSimpleName();
  }
}
