package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.call.CallRecord;
import tender.core.call.CallRecords;
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
import tender.core.model.Offer;
import tender.core.model.ProviderId;

final class CallWideningTest {
  private static final BagId BAG = new BagId("b");
  private static final long ANSWER_MILLIS = 100;
  private static final long DEADLINE_MILLIS = 1_000;
  private static final int PROVIDERS = 9;
  private static final int TASKS = 4;

  private final Metascheduler metascheduler =
      Metaschedulers.calling(
          2,
          IntStream.range(0, PROVIDERS).mapToObj(number -> new ProviderId("p" + number)).toList(),
          new TimeoutConfig(ANSWER_MILLIS, 1_000, 5_000, 1_000, 10_000));

  private final CallRecords records = new CallRecords();
  private List<BagEffect> effects = List.of();
  private BagState state;

  @BeforeEach
  void submit() {
    Bag bag = new Bag(TASKS, 1, 10, 0, DEADLINE_MILLIS);
    BagTransition submitted =
        metascheduler.submit(BAG, bag, AcceptancePolicy.acceptAny(DEADLINE_MILLIS), 0);
    state = submitted.state();
    effects = submitted.effects();
  }

  @Test
  void onlySuitableProvidersAreCalledIfTheirOffersSuffice() {
    List<ProviderId> called = called();
    assertThat(called).hasSize(2);
    assertThat(effects).contains(new BagEffect.OffersRequested(called, 7));

    reply(called, TASKS, 500, 10);

    assertThat(messages(Message.Reserve.class)).hasSize(1);
    assertThat(called()).isEmpty();
  }

  @Test
  void bagIsRefusedOnlyWhenAllProvidersWereCalled() {
    List<Integer> waves = new ArrayList<>();
    while (state instanceof BagState.Open) {
      waves.add(called().size());
      reply(called(), 0, 500, 10);
    }

    assertThat(waves).containsExactly(2, 2, 4, 1, 2, 2, 4, 1, 2, 2, 4, 1);
    assertThat(effects).anyMatch(BagEffect.NoPromise.class::isInstance);
  }

  @Test
  void offersOfAllWavesAreComposedTogether() {
    reply(called(), 1, 500, 10);
    reply(called(), 1, 600, 20);

    assertThat(messages(Message.Reserve.class)).hasSize(TASKS);
  }

  @Test
  void lateBagIsCalledFurtherWhileItImproves() {
    reply(called(), TASKS, 3_000, 10);
    assertThat(called()).hasSize(2);
    reply(called(), TASKS, 2_500, 20);
    assertThat(called()).hasSize(4);
    reply(called(), TASKS, 2_490, 30);

    assertThat(called()).isEmpty();
    assertThat(messages(Message.Reserve.class)).hasSize(1);
  }

  @Test
  void silentProviderOfAnEarlierWaveIsNotAwaited() {
    List<ProviderId> first = called();
    reply(first.subList(0, 1), 1, 500, 10);
    assertThat(called()).isEmpty();
    handle(new BagEvent.TimerFired(), ANSWER_MILLIS);
    List<ProviderId> second = called();
    assertThat(second).hasSize(2);
    reply(second, TASKS, 500, 110);

    assertThat(messages(Message.Reserve.class)).isNotEmpty();
  }

  @Test
  void lateReplyOfAnEarlierWaveCounts() {
    List<ProviderId> first = called();
    handle(new BagEvent.TimerFired(), ANSWER_MILLIS);
    List<ProviderId> second = called();
    reply(first, 1, 500, 120);
    assertThat(effects).isEmpty();
    reply(second, 1, 600, 130);

    assertThat(messages(Message.Reserve.class)).hasSize(TASKS);
  }

  @Test
  void repliesOfProvidersThatWereNotCalledAreIgnored() {
    List<ProviderId> first = called();
    ProviderId other =
        IntStream.range(0, PROVIDERS)
            .mapToObj(number -> new ProviderId("p" + number))
            .filter(provider -> !first.contains(provider))
            .findFirst()
            .orElseThrow();
    BagState before = state;
    reply(List.of(other), TASKS, 100, 10);

    assertThat(state).isEqualTo(before);
  }

  @Test
  void refusedReservationsLeadToACallOfMoreProviders() {
    reply(called(), TASKS, 500, 10);
    for (int attempt = 1; attempt <= 3 && called().isEmpty(); attempt++) {
      for (ReservationId reserved : reservations()) {
        receive(new Message.Refused(reserved, Message.RefusalReason.NO_CAPACITY, List.of()), 20);
      }
    }

    assertThat(called()).hasSize(4);
    assertThat(collecting().call().round()).isEqualTo(2);
  }

  @Test
  void expiredOffersAreRequestedAgain() {
    handle(new BagEvent.TimerFired(), ANSWER_MILLIS);
    handle(new BagEvent.TimerFired(), 10 * ANSWER_MILLIS);

    assertThat(called()).hasSize(6);
    assertThat(collecting().call().round()).isEqualTo(2);
  }

  @Test
  void silenceDoesNotMakeWavesLarger() {
    for (int wave = 1; wave <= 3; wave++) {
      assertThat(called()).as("wave %d", wave).hasSize(2);
      handle(new BagEvent.TimerFired(), wave * ANSWER_MILLIS);
    }
  }

  @Test
  void bagWithMoreThanItsShareOfProvidersAwaitsTheirEstimates() {
    List<ProviderId> first = called();
    receive(new Message.EstimatePending(collecting().call(), first.get(0), 300), 10);
    reply(first, 0, 0, 20);

    assertThat(called()).isEqualTo(first);
    assertThat(collecting().call().round()).isEqualTo(2);
    assertThat(collecting().notCalled()).isEqualTo(7);
  }

  @Test
  void recordsShowWhichProvidersAnswered() {
    List<ProviderId> first = called();
    reply(first.subList(0, 1), 1, 500, 10);
    assertThat(records.of(first.getFirst())).isEqualTo(CallRecord.NONE);
    handle(new BagEvent.TimerFired(), ANSWER_MILLIS);

    assertThat(records.of(first.getFirst())).isEqualTo(new CallRecord(1, 1_000, 0));
    assertThat(records.of(first.getLast())).isEqualTo(new CallRecord(1, 0, 0));
    assertThat(records.of(called().getFirst())).isEqualTo(CallRecord.NONE);
  }

  private List<ProviderId> called() {
    List<ProviderId> called = new ArrayList<>();
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.Send(ProviderId to, Message.Call _)) {
        called.add(to);
      }
    }
    return called;
  }

  private List<Message> messages(Class<? extends Message> kind) {
    List<Message> messages = new ArrayList<>();
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.Send send && kind.isInstance(send.message())) {
        messages.add(send.message());
      }
    }
    return messages;
  }

  private List<ReservationId> reservations() {
    return messages(Message.Reserve.class).stream()
        .map(message -> ((Message.Reserve) message).id())
        .toList();
  }

  private PlacementState.CollectingOffers collecting() {
    return (PlacementState.CollectingOffers) ((BagState.Open) state).placement().orElseThrow();
  }

  /** These providers each offer a number of tasks, or nothing. */
  private void reply(List<ProviderId> providers, int tasks, long completionMillis, long nowMillis) {
    var call = collecting().call();
    for (ProviderId provider : providers) {
      List<Offer> offers =
          tasks == 0 ? List.of() : List.of(Offer.free(provider, tasks, completionMillis));
      receive(
          new Message.Offers(
              call, provider, 0, offers, Disclosure.NOTHING, nowMillis, nowMillis + 1_000),
          nowMillis);
    }
  }

  private void receive(Message.ToMetascheduler message, long nowMillis) {
    handle(new BagEvent.MessageReceived(message), nowMillis);
  }

  private void handle(BagEvent event, long nowMillis) {
    BagState before = state;
    BagTransition transition = metascheduler.handle(before, event, nowMillis);
    state = transition.state();
    effects = transition.effects();
    records.observe(before, state, nowMillis);
  }
}
