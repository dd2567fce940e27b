package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.resource.Misfit;
import tender.core.resource.Resource;

final class MetaschedulerTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final BagId BAG = new BagId("b");
  private static final CallId CALL = new CallId(BAG, 1);
  private static final long ANSWER_MILLIS = 100;

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(P1, P2),
          Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
          new TimeoutConfig(ANSWER_MILLIS, 1_000, 5_000, 1_000, 10_000));
  private final List<BagEffect> effects = new ArrayList<>();
  private BagState state = ended(TaskSet.empty());

  @Test
  void bagIsCalledReservedCommittedAndCompleted() {
    submit();
    assertThat(sent()).hasSize(2).allMatch(Message.Call.class::isInstance);
    receive(offers(P1, 0, 6, 50), 10);
    receive(offers(P2, 0, 6, 50), 12);
    assertThat(sent())
        .containsExactly(
            new Message.Reserve(part(1, P1), 6, 50), new Message.Reserve(part(1, P2), 4, 50));
    receive(new Message.Reserved(part(1, P1), 99), 20);
    assertThat(sent()).isEmpty();
    receive(new Message.Reserved(part(1, P2), 99), 21);
    assertThat(effects).noneMatch(BagEffect.PromiseMade.class::isInstance);
    assertThat(sent())
        .containsExactly(
            new Message.Commit(part(1, P1), TaskSet.range(0, 6)),
            new Message.Commit(part(1, P2), TaskSet.range(6, 10)));
    receive(new Message.Committed(part(1, P1)), 30);
    receive(new Message.Committed(part(1, P2)), 31);
    assertThat(effects).hasSize(1).allMatch(BagEffect.PromiseMade.class::isInstance);
    effects.clear();
    receive(results(part(1, P2), 6, 10, 40), 40);
    receive(results(part(1, P1), 0, 6, 45), 46);
    assertThat(effects)
        .containsExactly(
            new BagEffect.Send(P2, new Message.ResultsAccepted(part(1, P2), TaskSet.range(6, 10))),
            new BagEffect.AcceptResults(part(1, P2), TaskSet.range(6, 10)),
            new BagEffect.PartDelivered(part(1, P2), 40),
            new BagEffect.Send(P1, new Message.ResultsAccepted(part(1, P1), TaskSet.range(0, 6))),
            new BagEffect.AcceptResults(part(1, P1), TaskSet.range(0, 6)),
            new BagEffect.PartDelivered(part(1, P1), 45),
            new BagEffect.BagCompleted(45));
    assertThat(state).isInstanceOf(BagState.Ended.class);
  }

  @Test
  void refusalReleasesOthersAndComposesAgain() {
    submit();
    receive(offers(P1, 0, 6, 50), 10);
    receive(offers(P2, 0, 6, 50), 12);
    receive(new Message.Reserved(part(1, P1), 99), 20);
    effects.clear();
    receive(
        new Message.Refused(
            part(1, P2), Message.RefusalReason.NO_CAPACITY, List.of(Offer.free(P2, 5, 80))),
        21);

    assertThat(sent())
        .containsExactly(
            new Message.Release(part(1, P1)),
            new Message.Reserve(part(2, P1), 6, 50),
            new Message.Reserve(part(2, P2), 4, 80));
  }

  @Test
  void silentProviderIsSkippedAfterTimeout() {
    submit();
    receive(offers(P1, 0, 10, 50), 10);
    effects.clear();
    fireTimer(ANSWER_MILLIS);

    assertThat(sent()).containsExactly(new Message.Reserve(part(1, P1), 10, 50));
  }

  @Test
  void duplicateAndLateMessagesAreIgnored() {
    submit();
    receive(offers(P1, 1, 6, 50), 10);
    receive(offers(P1, 0, 9, 40), 11);
    receive(offers(P1, 1, 6, 50), 12);
    receive(offers(P2, 0, 6, 50), 13);
    assertThat(sent()).contains(new Message.Reserve(part(1, P1), 6, 50));
    BagState before = state;
    receive(offers(P2, 5, 10, 30), 14);
    receive(new Message.Committed(part(1, P1)), 15);
    receive(results(part(1, P1), 0, 6, 15), 15);
    receive(new Message.Refused(part(9, P1), Message.RefusalReason.NO_SUCH_OFFER, List.of()), 16);
    fireTimer(17);

    assertThat(state).isEqualTo(before);
  }

  @Test
  void unneededReservationIsReleased() {
    submit();
    receive(new Message.Reserved(part(7, P1), 99), 20);

    assertThat(sent()).contains(new Message.Release(part(7, P1)));
  }

  @Test
  void commitIsSentUntilConfirmed() {
    submit();
    receive(offers(P1, 0, 10, 50), 10);
    receive(offers(P2, 0, 1, 90), 12);
    receive(new Message.Reserved(part(1, P1), 99), 20);
    effects.clear();
    fireTimer(120);

    assertThat(sent()).containsExactly(new Message.Commit(part(1, P1), TaskSet.first(10)));
  }

  /** A hostile provider reports results for a part that it has not committed. */
  @Test
  void onlyResultsOfItsOwnTasksConfirmACommit() {
    submit();
    receive(offers(P1, 0, 6, 50), 10);
    receive(offers(P2, 0, 6, 50), 12);
    receive(new Message.Reserved(part(1, P1), 99), 20);
    receive(new Message.Reserved(part(1, P2), 99), 20);
    receive(new Message.Committed(part(1, P2)), 30);
    receive(results(part(1, P1), 6, 10, 25), 31);
    receive(results(part(1, P1), 5, 7, 25), 32);
    assertThat(effects).noneMatch(BagEffect.PromiseMade.class::isInstance);
    receive(results(part(1, P1), 0, 1, 25), 33);
    assertThat(effects).hasAtLeastOneElementOfType(BagEffect.PromiseMade.class);
  }

  @Test
  void lateCommitReleasesOtherParts() {
    submit();
    receive(offers(P1, 0, 6, 50), 10);
    receive(offers(P2, 0, 6, 50), 12);
    receive(new Message.Reserved(part(1, P1), 99), 20);
    receive(new Message.Reserved(part(1, P2), 99), 20);
    receive(new Message.Committed(part(1, P1)), 30);
    effects.clear();
    receive(new Message.Refused(part(1, P2), Message.RefusalReason.LEASE_EXPIRED, List.of()), 31);

    assertThat(effects).noneMatch(BagEffect.PromiseMade.class::isInstance);
    assertThat(sent()).contains(new Message.Release(part(1, P1)));
    assertThat(placement()).isInstanceOf(PlacementState.CollectingOffers.class);
  }

  @Test
  void insufficientOffersAreCalledAgainThenGivenUp() {
    submit();
    for (int round = 1; round <= 3; round++) {
      effects.clear();
      receive(offers(new CallId(BAG, round), P1, 0, 1, 50), 10);
      receive(offers(new CallId(BAG, round), P2, 0, 1, 50), 10);
    }

    assertThat(effects)
        .contains(new BagEffect.NoPromise(BagEffect.NoPromiseReason.INSUFFICIENT_OFFERS));
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.INSUFFICIENT_OFFERS);
  }

  @Test
  void bagWithoutAnyOfferEndsForThatReason() {
    submit();
    for (int round = 1; round <= 3; round++) {
      effects.clear();
      receiveNoOffers(round, Disclosure.NOTHING);
    }

    assertThat(effects).contains(new BagEffect.NoPromise(BagEffect.NoPromiseReason.NO_OFFERS));
    assertThat(((BagState.Ended) state).ending()).isEqualTo(BagState.Ending.INSUFFICIENT_OFFERS);
  }

  @Test
  void bagThatFitsNowhereEndsAfterOneCallAndNamesTheReasons() {
    Misfit misfit = new Misfit.TooLittle(Resource.MEMORY, 65_536, 32_768, 32_768);
    submit();
    receiveNoOffers(1, Disclosure.NOTHING.withMisfit(Optional.of(misfit)));
    List<ProviderMisfit> all =
        List.of(new ProviderMisfit(P1, misfit), new ProviderMisfit(P2, misfit));
    assertThat(effects).contains(new BagEffect.NoPromise(BagEffect.NoPromiseReason.NO_OFFERS, all));
  }

  private void receiveNoOffers(int round, Disclosure disclosed) {
    for (ProviderId provider : List.of(P1, P2)) {
      CallId call = new CallId(BAG, round);
      receive(new Message.Offers(call, provider, 1, List.of(), disclosed, 0, 100), 10);
    }
  }

  @Test
  void silentProviderLosesItsTasks() {
    promised();
    fireTimer(1_030);
    fireTimer(2_030);
    fireTimer(3_030);
    assertThat(sent())
        .containsOnly(new Message.Inquire(part(1, P1)), new Message.Inquire(part(1, P2)));
    receive(results(part(1, P2), 6, 7, 40), 3_031);
    receive(results(part(1, P1), 0, 1, 45), 3_032);
    effects.clear();
    for (long nowMillis = 4_032; nowMillis <= 6_032; nowMillis += 1_000) {
      receive(results(part(1, P2), 6, 7, 40), nowMillis);
      fireTimer(nowMillis);
    }
    assertThat(sent()).contains(new Message.Call(new CallId(BAG, 2), new Bag(5, 1, 5, 0, 60)));
    receive(offers(new CallId(BAG, 2), P2, 0, 5, 9_000), 6_040);
    ReservationId again = new ReservationId(new CallId(BAG, 2), 1, P2);
    assertThat(sent()).containsExactly(new Message.Reserve(again, 5, 9_000));
    receive(results(part(1, P1), 0, 2, 6_045), 6_045);
    assertThat(sent()).contains(new Message.ResultsAccepted(part(1, P1), TaskSet.first(2)));
    receive(new Message.Reserved(again, 9_000), 6_050);
    assertThat(sent())
        .containsExactly(
            new Message.Release(part(1, P1)), new Message.Commit(again, TaskSet.range(2, 6)));
    receive(results(part(1, P1), 0, 6, 6_055), 6_055);
    assertThat(sent()).containsExactly(new Message.Release(part(1, P1)));
    receive(results(again, 2, 6, 8_000), 8_000);
    receive(results(part(1, P2), 6, 10, 8_001), 8_001);

    Breach breach = new Breach(Breach.Cause.PROVIDER_LATE, P2, 60, 8_001);
    assertThat(effects)
        .contains(new BagEffect.BagCompleted(8_001), new BagEffect.PromiseBroken(breach));
  }

  @Test
  void overdueProviderIsLateOnlyIfItAnswers() {
    promised();
    for (int inquiry = 1; inquiry <= 5; inquiry++) {
      long nowMillis = 1_030L * inquiry;
      fireTimer(nowMillis);
      receive(results(part(1, P1), 0, 0, 40), nowMillis);
      if (inquiry < 4) {
        receive(results(part(1, P2), 6, 6, 40), nowMillis);
      }
    }
    assertThat(effects)
        .contains(
            new BagEffect.PartLost(part(1, P1), Breach.Cause.PROVIDER_LATE, TaskSet.range(0, 6)),
            new BagEffect.PartLost(
                part(1, P2), Breach.Cause.PROVIDER_SILENT, TaskSet.range(6, 10)));
  }

  @Test
  void brokenPromiseIsReportedOnceWithCause() {
    promised();
    receive(results(part(1, P2), 6, 10, 40), 41);
    receive(new Message.Refused(part(1, P1), Message.RefusalReason.LEASE_EXPIRED, List.of()), 42);
    receive(offers(new CallId(BAG, 2), P2, 0, 6, 500), 43);
    ReservationId again = new ReservationId(new CallId(BAG, 2), 1, P2);
    receive(new Message.Reserved(again, 100), 44);
    receive(new Message.Committed(again), 45);
    effects.clear();
    receive(results(again, 0, 6, 490), 495);

    Breach breach = new Breach(Breach.Cause.PROVIDER_DROPPED, P1, 60, 495);
    assertThat(effects)
        .contains(new BagEffect.BagCompleted(490), new BagEffect.PromiseBroken(breach));
    assertThat(((BagState.Ended) state).breach()).contains(breach);
  }

  @Test
  void offersFromWrongClockAreIgnored() {
    submit();
    receive(
        new Message.Offers(
            CALL, P1, 0, List.of(Offer.free(P1, 10, 50)), Disclosure.NOTHING, 99_999, 199_999),
        10);

    assertThat(((PlacementState.CollectingOffers) placement()).replies()).isEmpty();
  }

  @Test
  void offersForOtherProvidersAreIgnored() {
    submit();
    receive(
        new Message.Offers(
            CALL, P1, 0, List.of(Offer.free(P2, 10, 50)), Disclosure.NOTHING, 1, 1_000),
        10);

    assertThat(((PlacementState.CollectingOffers) placement()).replies()).isEmpty();
  }

  private void promised() {
    submit();
    receive(offers(P1, 0, 6, 50), 10);
    receive(offers(P2, 0, 6, 50), 12);
    receive(new Message.Reserved(part(1, P1), 99), 20);
    receive(new Message.Reserved(part(1, P2), 99), 20);
    receive(new Message.Committed(part(1, P1)), 30);
    receive(new Message.Committed(part(1, P2)), 30);
    effects.clear();
  }

  private void submit() {
    follow(metascheduler.submit(BAG, new Bag(10, 1, 5, 0, 60), AcceptancePolicy.acceptAny(60), 0));
  }

  private void receive(Message.ToMetascheduler message, long nowMillis) {
    follow(metascheduler.handle(state, new BagEvent.MessageReceived(message), nowMillis));
  }

  private void fireTimer(long nowMillis) {
    follow(metascheduler.handle(state, new BagEvent.TimerFired(), nowMillis));
  }

  private void follow(BagTransition transition) {
    state = transition.state();
    effects.addAll(transition.effects());
  }

  /** The messages sent since the last call. */
  private List<Message.ToProvider> sent() {
    List<Message.ToProvider> messages = new ArrayList<>();
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.Send send) {
        messages.add(send.message());
      }
    }
    effects.clear();
    return messages;
  }

  private static ReservationId part(int attempt, ProviderId provider) {
    return new ReservationId(CALL, attempt, provider);
  }

  private static Message.Offers offers(ProviderId provider, int version, int tasks, long by) {
    return offers(CALL, provider, version, tasks, by);
  }

  private static Message.Offers offers(
      CallId call, ProviderId provider, int version, int tasks, long by) {
    return new Message.Offers(
        call,
        provider,
        version,
        List.of(Offer.free(provider, tasks, by)),
        Disclosure.NOTHING,
        1,
        1_000);
  }

  private static Message.Results results(ReservationId id, int from, int until, long endedMillis) {
    return new Message.Results(id, TaskSet.range(from, until), endedMillis);
  }

  private static BagState.Ended ended(TaskSet done) {
    return new BagState.Ended(
        BAG,
        new Bag(10, 1, 5, 0, 60),
        BagState.Ending.DONE,
        done,
        Optional.empty(),
        Optional.empty(),
        0);
  }

  private PlacementState placement() {
    return ((BagState.Open) state).placement().orElseThrow();
  }
}
