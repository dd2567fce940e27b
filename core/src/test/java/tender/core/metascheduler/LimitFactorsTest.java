package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.core.budget.BudgetBounds;
import tender.core.budget.LimitFactors;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.Part;
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
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * A bag of ten tasks with factors instead of a deadline and a budget. The fast provider does all by
 * 120 for 50; the slow one, for 1 each, four by 150 and all by 320. Offers arrive at 20.
 */
class LimitFactorsTest {
  private static final ProviderId SLOW = new ProviderId("slow");
  private static final ProviderId FAST = new ProviderId("fast");
  private static final BagId ID = new BagId("bag");
  private static final long SUBMITTED_MILLIS = 5;
  private static final long NOW_MILLIS = 20;
  private static final long ACCEPT_MILLIS = 1_000;
  private static final Bag BAG = new Bag(10, 1, 5, SUBMITTED_MILLIS, SUBMITTED_MILLIS);
  private static final BudgetBounds BOUNDS =
      new BudgetBounds(100, 300, new Money(10), new Money(50));
  private static final Part ALL_SLOW = new Part(SLOW, 10, 320, new Money(10));
  private static final Part ALL_FAST = new Part(FAST, 10, 120, new Money(50));

  private final List<BagEffect> effects = new ArrayList<>();
  private Metascheduler metascheduler = metascheduler("earliest");
  private BagState state = submitted(BAG, "earliest", withFactors(0, 0));

  private static Metascheduler metascheduler(String policy) {
    return new Metascheduler(
        List.of(FAST, SLOW),
        Objects.requireNonNull(CompositionPolicies.all().get(policy)),
        new TimeoutConfig(100, 1_000, 5_000, ACCEPT_MILLIS, 10_000));
  }

  private static LimitFactors factors(int deadlinePermille, int budgetPermille) {
    return new LimitFactors(Optional.of(deadlinePermille), Optional.of(budgetPermille));
  }

  private static LimitFactors deadlineFactor(int permille) {
    return new LimitFactors(Optional.of(permille), Optional.empty());
  }

  private static LimitFactors budgetFactor(int permille) {
    return new LimitFactors(Optional.empty(), Optional.of(permille));
  }

  private static AcceptancePolicy acceptAny() {
    return AcceptancePolicy.acceptAny(SUBMITTED_MILLIS);
  }

  private static AcceptancePolicy withFactors(int deadlinePermille, int budgetPermille) {
    return acceptAny().withLimitFactors(factors(deadlinePermille, budgetPermille), false);
  }

  private void submit(AcceptancePolicy policy) {
    state = submitted(BAG, "earliest", policy);
  }

  private BagState submitted(Bag bag, String policy, AcceptancePolicy acceptancePolicy) {
    effects.clear();
    metascheduler = metascheduler(policy);
    BagTransition transition =
        metascheduler.submit(ID, bag, acceptancePolicy, bag.submittedMillis());
    effects.addAll(transition.effects());
    return transition.state();
  }

  private void offersArrive(int round, long nowMillis) {
    receive(offers(round, FAST, new Offer(FAST, 10, 120, new Money(5))), nowMillis);
    receive(
        offers(
            round,
            SLOW,
            new Offer(SLOW, 4, 150, new Money(1)),
            new Offer(SLOW, 10, 320, new Money(1))),
        nowMillis);
  }

  private static Message.Offers offers(int round, ProviderId provider, Offer... offers) {
    return new Message.Offers(
        new CallId(ID, round), provider, 0, List.of(offers), Disclosure.NOTHING, 10, 5_000);
  }

  private void receive(Message.ToMetascheduler message, long nowMillis) {
    follow(new BagEvent.MessageReceived(message), nowMillis);
  }

  private void follow(BagEvent event, long nowMillis) {
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
    effects.addAll(transition.effects());
  }

  private BagState.Open open() {
    return (BagState.Open) state;
  }

  private PlacementState placement() {
    return open().placement().orElseThrow();
  }

  private Composition reserving() {
    return ((PlacementState.Reserving) placement()).composition();
  }

  private PlacementState.AwaitingAcceptance quoted() {
    return (PlacementState.AwaitingAcceptance) placement();
  }

  private List<BagEffect> limits() {
    return effects.stream().filter(BagEffect.LimitsSet.class::isInstance).toList();
  }

  private List<Long> calledDeadlines() {
    List<Long> deadlines = new ArrayList<>();
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.Send(ProviderId to, Message.Call call) && to.equals(FAST)) {
        deadlines.add(call.bag().deadlineMillis());
      }
    }
    return deadlines;
  }

  private static BagEffect limitsSet(long deadlineMillis, long budget) {
    return new BagEffect.LimitsSet(
        BOUNDS, Optional.of(deadlineMillis), Optional.of(new Money(budget)));
  }

  @Test
  void looseDeadlineWithTightBudgetIsCheapest() {
    submit(withFactors(1_000, 0));
    assertThat(calledDeadlines()).containsExactly(SUBMITTED_MILLIS);
    offersArrive(1, NOW_MILLIS);
    assertThat(limits()).containsExactly(limitsSet(320, 10));
    assertThat(reserving().parts()).containsExactly(ALL_SLOW);
    assertThat(open().bag().deadlineMillis()).isEqualTo(320);
    AcceptancePolicy policy = open().acceptancePolicy();
    assertThat(policy.deadlineMillis()).isEqualTo(320);
    assertThat(policy.autoAcceptUntilMillis()).isEqualTo(320);
    assertThat(policy.budget()).contains(new Money(10));
    assertThat(policy.autoAcceptPrice()).isEqualTo(new Money(10));
    assertThat(policy.limitFactors()).isEmpty();
    assertThat(calledDeadlines()).as("no second call").hasSize(1);
  }

  @Test
  void tightDeadlineWithLooseBudgetIsEarliest() {
    submit(withFactors(0, 1_000));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits()).containsExactly(limitsSet(120, 50));
    assertThat(reserving().parts()).containsExactly(ALL_FAST);
  }

  @Test
  void halfOfBothIsBetween() {
    submit(withFactors(500, 500));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits()).containsExactly(limitsSet(220, 30));
    // Four at the slow and six at the fast provider meet the deadline for 34, above the budget.
    assertThat(quoted().onTimeAlternative().orElseThrow().price()).isEqualTo(new Money(34));
    submit(withFactors(500, 600));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits()).containsExactly(limitsSet(220, 34));
    assertThat(reserving().price()).isEqualTo(new Money(34));
  }

  @Test
  void contradictoryLimitsAreQuoted() {
    submit(withFactors(0, 0));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits()).containsExactly(limitsSet(120, 10));
    assertThat(quoted().composition().parts()).containsExactly(ALL_SLOW);
    assertThat(quoted().onTimeAlternative().orElseThrow().parts()).containsExactly(ALL_FAST);
  }

  @Test
  void earliestIsPreferredWithinBudget() {
    submit(acceptAny().withLimitFactors(factors(1_000, 1_000), true));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits()).containsExactly(limitsSet(320, 50));
    assertThat(reserving().parts()).containsExactly(ALL_FAST);
  }

  @Test
  void deadlineFactorAloneSetsNoBudget() {
    state = submitted(BAG, "cheapest", acceptAny().withLimitFactors(deadlineFactor(250), false));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits())
        .containsExactly(new BagEffect.LimitsSet(BOUNDS, Optional.of(170L), Optional.empty()));
    assertThat(open().acceptancePolicy().budget()).isEmpty();
    assertThat(open().acceptancePolicy().autoAcceptPrice()).isEqualTo(AcceptancePolicy.anyPrice());
    assertThat(reserving().price()).isEqualTo(new Money(34));
  }

  @Test
  void deadlineFactorKeepsAbsoluteBudget() {
    AcceptancePolicy within =
        new AcceptancePolicy(SUBMITTED_MILLIS, Time.NEVER, new Money(34))
            .withBudget(new Money(34), false)
            .withLimitFactors(deadlineFactor(250), false);
    submit(within);
    offersArrive(1, NOW_MILLIS);
    assertThat(open().acceptancePolicy().budget()).contains(new Money(34));
    assertThat(reserving().price()).isEqualTo(new Money(34));
  }

  @Test
  void budgetFactorAloneSetsNoDeadline() {
    submit(acceptAny().withLimitFactors(budgetFactor(600), false));
    offersArrive(1, NOW_MILLIS);
    assertThat(limits())
        .containsExactly(
            new BagEffect.LimitsSet(BOUNDS, Optional.empty(), Optional.of(new Money(34))));
    assertThat(open().bag()).isEqualTo(BAG);
    assertThat(reserving().price()).isEqualTo(new Money(34));
    assertThat(reserving().completionMillis()).isEqualTo(150);
  }

  @Test
  void budgetFactorKeepsAbsoluteDeadline() {
    Bag bag = BAG.withDeadline(200);
    state =
        submitted(
            bag,
            "earliest",
            AcceptancePolicy.acceptWithin(200, AcceptancePolicy.anyPrice())
                .withLimitFactors(budgetFactor(1_000), false));
    assertThat(calledDeadlines()).as("earliest completions").containsExactly(SUBMITTED_MILLIS);
    offersArrive(1, NOW_MILLIS);
    assertThat(limits())
        .containsExactly(
            new BagEffect.LimitsSet(BOUNDS, Optional.empty(), Optional.of(new Money(50))));
    assertThat(reserving().price()).isEqualTo(new Money(34));
    assertThat(reserving().deadlineMillis()).isEqualTo(200);
    assertThat(open().bag()).isEqualTo(bag);
  }

  @Test
  void insufficientOffersSetNoLimits() {
    receive(offers(1, FAST, new Offer(FAST, 5, 120, new Money(5))), NOW_MILLIS);
    receive(offers(1, SLOW, new Offer(SLOW, 4, 150, new Money(1))), NOW_MILLIS);
    assertThat(limits()).isEmpty();
    assertThat(open().bag()).isEqualTo(BAG);
    assertThat(calledDeadlines()).containsExactly(SUBMITTED_MILLIS, SUBMITTED_MILLIS);
    submit(withFactors(1_000, 0));
    receive(offers(1, FAST), NOW_MILLIS);
    receive(offers(1, SLOW), NOW_MILLIS);
    offersArrive(2, NOW_MILLIS);
    assertThat(limits()).as("set by the second call").containsExactly(limitsSet(320, 10));
  }

  @Test
  void bagWithoutSufficientOffersEndsWithoutPromise() {
    for (int round = 1; round <= 3; round++) {
      receive(offers(round, FAST), NOW_MILLIS);
      receive(offers(round, SLOW, new Offer(SLOW, 4, 150, new Money(1))), NOW_MILLIS);
    }
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.INSUFFICIENT_OFFERS);
    assertThat(limits()).isEmpty();
  }

  @Test
  void quoteFirstLeavesTimeToAccept() {
    submit(
        AcceptancePolicy.alwaysAsk(SUBMITTED_MILLIS).withLimitFactors(factors(1_000, 250), false));
    offersArrive(1, NOW_MILLIS);
    long deadlineMillis = 320 + ACCEPT_MILLIS;
    assertThat(limits()).containsExactly(limitsSet(deadlineMillis, 20));
    assertThat(quoted().completionMillis()).isEqualTo(deadlineMillis);
    assertThat(quoted().composition().parts()).containsExactly(ALL_SLOW);
    follow(new BagEvent.QuoteAccepted(deadlineMillis, new Money(10)), 900);
    assertThat(calledDeadlines()).containsExactly(SUBMITTED_MILLIS, deadlineMillis);
    receive(offers(2, FAST, new Offer(FAST, 10, deadlineMillis, new Money(5))), 910);
    receive(offers(2, SLOW, new Offer(SLOW, 10, deadlineMillis, new Money(1))), 910);
    assertThat(reserving().price()).isEqualTo(new Money(10));
    assertThat(limits()).as("set once").hasSize(1);
  }

  @Test
  void limitsStayAfterRefusedReservation() {
    submit(withFactors(1_000, 0));
    offersArrive(1, NOW_MILLIS);
    ReservationId part = new ReservationId(new CallId(ID, 1), 1, SLOW);
    receive(
        new Message.Refused(part, Message.RefusalReason.NO_CAPACITY, List.of()), NOW_MILLIS + 10);
    assertThat(limits()).containsExactly(limitsSet(320, 10));
    assertThat(quoted().composition().price()).as("above the budget").isEqualTo(new Money(50));
  }

  @Test
  void onlyOneProviderLeavesNoRange() {
    submit(withFactors(1_000, 1_000));
    receive(offers(1, SLOW), NOW_MILLIS);
    receive(offers(1, FAST, new Offer(FAST, 10, 120, new Money(5))), NOW_MILLIS);
    assertThat(limits())
        .containsExactly(
            new BagEffect.LimitsSet(
                new BudgetBounds(100, 100, new Money(50), new Money(50)),
                Optional.of(120L),
                Optional.of(new Money(50))));
    assertThat(reserving().parts()).containsExactly(ALL_FAST);
  }

  @Test
  void boundsStayInOrderIfLargerOffersCostMore() {
    submit(withFactors(0, 1_000));
    receive(offers(1, SLOW, new Offer(SLOW, 5, 100, new Money(1))), NOW_MILLIS);
    receive(
        offers(
            1, FAST, new Offer(FAST, 5, 100, new Money(1)), new Offer(FAST, 10, 200, new Money(9))),
        NOW_MILLIS);
    assertThat(limits())
        .containsExactly(
            new BagEffect.LimitsSet(
                new BudgetBounds(80, 180, new Money(10), new Money(50)),
                Optional.of(100L),
                Optional.of(new Money(50))));
    assertThat(reserving().price()).isEqualTo(new Money(10));
  }

  @Test
  void completionInThePastIsNow() {
    submit(withFactors(1_000, 1_000));
    receive(offers(1, SLOW), 500);
    receive(offers(1, FAST, new Offer(FAST, 10, 120, new Money(5))), 500);
    assertThat(((BagEffect.LimitsSet) limits().getFirst()).deadlineMillis()).contains(500L);
  }

  @Test
  void slotsWithoutOffersAreNotReservedWithoutLimits() {
    state = submitted(BAG, "free-time-slots", withFactors(0, 0));
    Disclosure.Slots slots =
        new Disclosure.Slots(1, 5, List.of(new FreeSlot(NOW_MILLIS, Time.NEVER, 10)));
    Disclosure disclosure =
        new Disclosure(OptionalLong.empty(), OptionalLong.empty(), Optional.of(slots));
    for (ProviderId provider : List.of(FAST, SLOW)) {
      receive(
          new Message.Offers(new CallId(ID, 1), provider, 0, List.of(), disclosure, 10, 5_000),
          NOW_MILLIS);
    }
    assertThat(limits()).isEmpty();
    assertThat(calledDeadlines()).as("called again").hasSize(2);
  }

  @Test
  void factorsExcludeOtherMechanisms() {
    LimitFactors half = deadlineFactor(500);
    AcceptancePolicy auction = AcceptancePolicy.auctionBid(60, new Money(1));
    assertThatThrownBy(() -> auction.withLimitFactors(half, false))
        .hasMessageContaining("need an absolute deadline and budget");
    AcceptancePolicy factor = acceptAny().withLimitFactors(half, false);
    assertThatThrownBy(() -> factor.withLocalFirst(true)).hasMessageContaining("local domain");
    assertThatThrownBy(() -> factor.withBidStrategy(Optional.of(Message.BidStrategy.BY_DEADLINE)))
        .hasMessageContaining("bids");
    AcceptancePolicy budget = acceptAny().withLimitFactors(budgetFactor(500), false);
    assertThatThrownBy(() -> budget.withBudget(new Money(7_000), false))
        .hasMessageContaining("a budget factor and the budget 7");
  }

  @Test
  void factorsAreBetweenZeroAndOne() {
    assertThatThrownBy(() -> deadlineFactor(1_001))
        .hasMessage("The deadline factor is 1001 thousandths, and must be from 0 to 1000.");
    assertThatThrownBy(() -> budgetFactor(-1))
        .hasMessage("The budget factor is -1 thousandths, and must be from 0 to 1000.");
    assertThatThrownBy(() -> new LimitFactors(Optional.empty(), Optional.empty()))
        .hasMessageContaining("at least one");
  }
}
