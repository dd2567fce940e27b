package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.core.call.ProviderSelector;
import tender.core.compose.EarliestCompletion;
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
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.share.OrganisationDirectory;
import tender.core.share.ProviderMembership;

class LocalDomainTest {
  private static final OrganisationId PHYSICS = new OrganisationId("physics");
  private static final OrganisationId BIOLOGY = new OrganisationId("biology");
  private static final ProviderId HOME = new ProviderId("home");
  private static final ProviderId AWAY = new ProviderId("away");
  private static final ProviderId FREE = new ProviderId("free");
  private static final BagId ID = new BagId("bag");
  private static final long MINUTE = Time.MINUTE_MILLIS;
  private static final long DEADLINE = 60 * MINUTE;
  private static final Bag BAG = new Bag(10, 1, MINUTE, 0, DEADLINE);

  private final Metascheduler rules =
      new Metascheduler(
          ProviderSelector.all(List.of(AWAY, FREE, HOME)),
          new OrganisationDirectory(
              List.of(
                  new ProviderMembership(HOME, List.of(PHYSICS)),
                  new ProviderMembership(AWAY, List.of(BIOLOGY)))),
          new EarliestCompletion(),
          TimeoutConfig.answersOnly(10 * Time.SECOND_MILLIS),
          0,
          0);
  private BagState state;
  private List<BagEffect> effects = List.of();

  private void submit(AcceptancePolicy policy, OrganisationId organisation) {
    follow(
        rules.submit(
            ID, BAG, policy.withOrganisations(List.of(organisation)).withLocalFirst(true), 0));
  }

  private static AcceptancePolicy within(long millicredits) {
    return AcceptancePolicy.acceptWithin(DEADLINE, new Money(millicredits));
  }

  private void follow(BagTransition transition) {
    state = transition.state();
    effects = transition.effects();
  }

  private void fireTimer(long nowMillis) {
    assertThat(state.timerMillis()).isLessThanOrEqualTo(nowMillis);
    follow(rules.handle(state, new BagEvent.TimerFired(), nowMillis));
  }

  /** The called providers, and whether the user is foreign at each. */
  private Map<ProviderId, Boolean> called() {
    Map<ProviderId, Boolean> called = new LinkedHashMap<>();
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.Send(ProviderId to, Message.Call call)) {
        called.put(to, call.foreign());
      }
    }
    return called;
  }

  private void offer(ProviderId provider, int round, int tasks, long byMillis, long nowMillis) {
    Offer offer = new Offer(provider, tasks, byMillis, new Money(1_000));
    Message.Offers offers =
        new Message.Offers(
            new CallId(ID, round),
            provider,
            1,
            List.of(offer),
            Disclosure.NOTHING,
            nowMillis,
            nowMillis + MINUTE);
    follow(rules.handle(state, new BagEvent.MessageReceived(offers), nowMillis));
  }

  private PlacementState placement() {
    return ((BagState.Open) state).placement().orElseThrow();
  }

  @Test
  void sufficientLocalOffersAreUsed() {
    submit(within(10_000), PHYSICS);
    assertThat(called()).isEqualTo(Map.of(HOME, false));
    offer(HOME, 1, 10, DEADLINE, 0);
    assertThat(effects)
        .contains(
            new BagEffect.Send(
                HOME,
                new Message.Reserve(new ReservationId(new CallId(ID, 1), 1, HOME), 10, DEADLINE)));
  }

  @Test
  void othersAreCalledAfterHalfOfTheTime() {
    submit(within(10_000), PHYSICS);
    long nowMillis = 0;
    for (int round = 1; round <= 30; round++) {
      // Too few, too late, or no answer at all.
      if (round % 3 == 0) {
        nowMillis += 10 * Time.SECOND_MILLIS;
        fireTimer(nowMillis);
      } else {
        offer(HOME, round, round % 2 == 0 ? 9 : 10, DEADLINE + 1, nowMillis);
      }
      assertThat(placement()).isInstanceOf(PlacementState.BackingOff.class);
      // Every sixtieth of the time, and when half of it is over.
      assertThat(state.timerMillis()).isEqualTo(Math.min(nowMillis + MINUTE, DEADLINE / 2 + 1));
      nowMillis = state.timerMillis();
      fireTimer(nowMillis);
      if (nowMillis > DEADLINE / 2) {
        break;
      }
      assertThat(called()).isEqualTo(Map.of(HOME, false));
    }
    assertThat(nowMillis).isEqualTo(DEADLINE / 2 + 1);
    assertThat(called()).isEqualTo(Map.of(AWAY, true, FREE, false, HOME, false));
    int round = ((PlacementState.CollectingOffers) placement()).call().round();
    offer(HOME, round, 4, DEADLINE, nowMillis);
    offer(FREE, round, 1, DEADLINE, nowMillis);
    offer(AWAY, round, 5, DEADLINE, nowMillis);
    assertThat(placement()).isInstanceOf(PlacementState.Reserving.class);
  }

  @Test
  void answerAfterHalfOfTheTimeLeadsToCallOfAll() {
    submit(within(10_000), PHYSICS);
    offer(HOME, 1, 9, DEADLINE, DEADLINE / 2 + 5);
    fireTimer(DEADLINE / 2 + 6);
    assertThat(called()).containsOnlyKeys(AWAY, FREE, HOME);
  }

  @Test
  void quoteShowsLocalOfferThatSuffices() {
    submit(AcceptancePolicy.alwaysAsk(DEADLINE).withBudget(new Money(20_000), false), PHYSICS);
    offer(HOME, 1, 10, DEADLINE, 0);
    assertThat(placement()).isInstanceOf(PlacementState.AwaitingAcceptance.class);
    follow(rules.handle(state, new BagEvent.QuoteAccepted(DEADLINE, new Money(10_000)), MINUTE));
    assertThat(called()).as("the policy survives acceptance").isEqualTo(Map.of(HOME, false));
  }

  @Test
  void localOfferAboveBudgetWaitsForOthers() {
    submit(within(9_999).withBudget(new Money(9_999), false), PHYSICS);
    offer(HOME, 1, 10, DEADLINE, 0);
    assertThat(placement()).isInstanceOf(PlacementState.BackingOff.class);
  }

  @Test
  void noCallIsMadeWithoutLocalProviders() {
    submit(within(10_000), new OrganisationId("chemistry"));
    assertThat(effects).isEmpty();
    assertThat(placement()).isInstanceOf(PlacementState.BackingOff.class);
    fireTimer(DEADLINE / 2 + 1);
    assertThat(called()).isEqualTo(Map.of(AWAY, true, FREE, false, HOME, true));
  }

  @Test
  void allAreCalledByDefault() {
    follow(rules.submit(ID, BAG, within(10_000).withOrganisations(List.of(PHYSICS)), 0));
    assertThat(called()).isEqualTo(Map.of(AWAY, true, FREE, false, HOME, false));
  }
}
