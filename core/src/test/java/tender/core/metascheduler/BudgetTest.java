package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.Part;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** A bag with a budget: ten tasks by 60, at a slow cheap provider and a fast expensive one. */
class BudgetTest {
  private static final ProviderId CHEAP = new ProviderId("cheap");
  private static final ProviderId EXPENSIVE = new ProviderId("expensive");
  private static final BagId BAG = new BagId("bag");

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(EXPENSIVE, CHEAP),
          Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
          new TimeoutConfig(100, 1_000, 5_000, 1_000, 10_000));
  private BagState state = submitted(100, false);

  private BagState submitted(long budget, boolean preferEarliest) {
    AcceptancePolicy acceptancePolicy =
        AcceptancePolicy.acceptWithin(60, new Money(budget))
            .withBudget(new Money(budget), preferEarliest);
    return metascheduler.submit(BAG, new Bag(10, 1, 5, 0, 60), acceptancePolicy, 0).state();
  }

  /** One offers all at 5 by 20; the other four at 1 by 50, and all by 90. */
  private void offers(int round) {
    receive(offer(round, EXPENSIVE, new Offer(EXPENSIVE, 10, 20, new Money(5))));
    receive(
        offer(
            round,
            CHEAP,
            new Offer(CHEAP, 4, 50, new Money(1)),
            new Offer(CHEAP, 10, 90, new Money(1))));
  }

  @Test
  void cheapestCompositionInTimeIsReserved() {
    offers(1);
    assertThat(reserving().parts())
        .containsExactlyInAnyOrder(
            new Part(CHEAP, 4, 50, new Money(4)), new Part(EXPENSIVE, 6, 20, new Money(30)));
  }

  @Test
  void preferEarliestGetsEarliestEndWithinBudget() {
    state = submitted(100, true);
    offers(1);
    assertThat(reserving().parts()).containsExactly(new Part(EXPENSIVE, 10, 20, new Money(50)));
  }

  @Test
  void quoteShowsBothAlternatives() {
    state = submitted(33, false);
    offers(1);
    PlacementState.AwaitingAcceptance asking = (PlacementState.AwaitingAcceptance) placement();
    assertThat(asking.composition().price()).isEqualTo(new Money(10));
    assertThat(asking.composition().completionMillis()).isEqualTo(90);
    assertThat(asking.onTimeAlternative().orElseThrow().price()).isEqualTo(new Money(34));
    assertThat(asking.onTimeAlternative().orElseThrow().meetsDeadline()).isTrue();
  }

  @Test
  void acceptedPriceMeetsDeadline() {
    state = submitted(33, false);
    offers(1);
    follow(new BagEvent.QuoteAccepted(60, new Money(34)), 30);
    offers(2);
    assertThat(reserving().price()).isEqualTo(new Money(34));
    assertThat(reserving().meetsDeadline()).isTrue();
  }

  @Test
  void acceptedDelayKeepsBudget() {
    state = submitted(33, false);
    offers(1);
    follow(new BagEvent.QuoteAccepted(1_090, new Money(10)), 30);
    offers(2);
    assertThat(reserving().parts()).containsExactly(new Part(CHEAP, 10, 90, new Money(10)));
  }

  @Test
  void quoteWithoutOnTimeAlternative() {
    state = submitted(33, false);
    receive(offer(1, EXPENSIVE));
    receive(offer(1, CHEAP, new Offer(CHEAP, 10, 90, new Money(1))));
    PlacementState.AwaitingAcceptance asking = (PlacementState.AwaitingAcceptance) placement();
    assertThat(asking.composition().completionMillis()).isEqualTo(90);
    assertThat(asking.onTimeAlternative()).isEmpty();
  }

  @Test
  void replacementStaysWithinBudget() {
    state = submitted(34, false);
    offers(1);
    for (ProviderId provider : List.of(CHEAP, EXPENSIVE)) {
      receive(new Message.Reserved(part(1, provider), 99));
    }
    for (ProviderId provider : List.of(CHEAP, EXPENSIVE)) {
      receive(new Message.Committed(part(1, provider)));
    }
    receive(new Message.Refused(part(1, CHEAP), Message.RefusalReason.LEASE_EXPIRED, List.of()));
    receive(offer(2, EXPENSIVE, new Offer(EXPENSIVE, 4, 55, new Money(5))));
    assertThat(placement()).isInstanceOf(PlacementState.BackingOff.class);
    follow(new BagEvent.TimerFired(), 500);
    receive(offer(3, EXPENSIVE, new Offer(EXPENSIVE, 4, 55, new Money(1))));
    assertThat(reserving().price()).isEqualTo(new Money(4));
  }

  private Composition reserving() {
    return ((PlacementState.Reserving) placement()).composition();
  }

  private PlacementState placement() {
    return ((BagState.Open) state).placement().orElseThrow();
  }

  private static ReservationId part(int round, ProviderId provider) {
    return new ReservationId(new CallId(BAG, round), 1, provider);
  }

  private static Message.Offers offer(int round, ProviderId provider, Offer... offers) {
    return new Message.Offers(
        new CallId(BAG, round), provider, 0, List.of(offers), Disclosure.NOTHING, 10, 1_000);
  }

  private void receive(Message.ToMetascheduler message) {
    follow(new BagEvent.MessageReceived(message), 20);
  }

  private void follow(BagEvent event, long nowMillis) {
    BagTransition transition = metascheduler.handle(state, event, nowMillis);
    state = transition.state();
  }
}
