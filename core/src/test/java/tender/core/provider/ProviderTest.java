package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

final class ProviderTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final TaskSet ALL = TaskSet.first(4);
  private static final Bag BAG = new Bag(4, 1, 100, 0, 1_000);

  private final Provider provider =
      new Provider(ID, Cluster.of(4), new Terms(10, 20, 5, Terms.Discloses.NOTHING));

  @Test
  void offersSayTheDeadlineAndDiscloseNothingElse() {
    assertThat(sent(new Message.Call(CALL, BAG), 0))
        .containsExactly(
            new Message.Offers(
                CALL, ID, 0, List.of(Offer.free(ID, 4, 1_000)), Disclosure.NOTHING, 0, 10));
  }

  @Test
  void aPartIsReservedCommittedStartedAndEnded() {
    sent(new Message.Call(CALL, BAG), 0);
    assertThat(sent(new Message.Reserve(PART, 4, 1_000), 5))
        .containsExactly(new Message.Reserved(PART, 25));
    List<Effect> committing = provider.handle(received(new Message.Commit(PART, ALL)), 15);
    assertThat(committing).contains(new Effect.Send(new Message.Committed(PART)));
    Effect.Start start = start(committing);

    assertThat(start.run().tasks()).isEqualTo(ALL);
    assertThat(provider.handle(new Event.TasksEnded(start.run()), 80))
        .contains(new Effect.Send(new Message.Results(PART, ALL, 80)));
  }

  @Test
  void nothingStartsThatIsOnlyReservedAndALeaseEndsByItself() {
    sent(new Message.Call(CALL, BAG), 0);
    List<Effect> reserving = provider.handle(received(new Message.Reserve(PART, 4, 1_000)), 5);

    assertThat(reserving).contains(new Effect.WakeAt(25));
    assertThat(provider.handle(new Event.Woken(), 25)).noneMatch(Effect.Start.class::isInstance);
    assertThat(sent(new Message.Commit(PART, ALL), 26))
        .containsExactly(new Message.Refused(PART, Message.Refusal.LEASE_ENDED, List.of()));
  }

  @Test
  void theSameRequestGetsTheSameAnswer() {
    Message.Call call = new Message.Call(CALL, BAG);
    Message.Reserve reserve = new Message.Reserve(PART, 4, 1_000);
    assertThat(sent(call, 0)).isEqualTo(sent(call, 3));
    assertThat(sent(reserve, 5)).isEqualTo(sent(reserve, 9));
    assertThat(sent(new Message.Commit(PART, ALL), 10))
        .isEqualTo(sent(new Message.Commit(PART, ALL), 30));
  }

  @Test
  void whatWasNeverOfferedOrHasExpiredIsRefused() {
    sent(new Message.Call(CALL, BAG), 0);
    ReservationId tooMany = new ReservationId(CALL, 1, ID);
    assertThat(sent(new Message.Reserve(tooMany, 5, 1_000), 5))
        .containsExactly(new Message.Refused(tooMany, Message.Refusal.NOT_ON_OFFER, List.of()));
    ReservationId late = new ReservationId(CALL, 2, ID);
    assertThat(sent(new Message.Reserve(late, 4, 1_000), 11))
        .containsExactly(new Message.Refused(late, Message.Refusal.NOT_ON_OFFER, List.of()));
  }

  @Test
  void whatTheQueueNoLongerBearsIsOfferedAnewAndRefusedAsItWas() {
    Bag tight = new Bag(4, 1, 100, 0, 150);
    sent(new Message.Call(CALL, tight), 0);
    Job local = Job.rigid(new JobId("local"), 4, 100, 1, 101);
    List<Effect> effects = provider.handle(new Event.LocalSubmitted(local), 1);
    List<Offer> instead = List.of(Offer.free(ID, 4, 201));

    assertThat(effects)
        .contains(new Effect.LocalPromised(local, 101))
        .contains(
            new Effect.Send(new Message.Offers(CALL, ID, 1, instead, Disclosure.NOTHING, 1, 11)));
    assertThat(sent(new Message.Reserve(PART, 4, 150), 2))
        .containsExactly(new Message.Refused(PART, Message.Refusal.NOT_ON_OFFER, List.of()));
  }

  /** While something is held, less is on offer; when it cannot be held after all, that is too. */
  @Test
  void whatIsOfferedInPlaceOfWhatCannotBeHeldCanBeReserved() {
    sent(new Message.Call(CALL, new Bag(4, 1, 100, 0, 150)), 0);
    sent(new Message.Reserve(PART, 4, 150), 1);
    provider.handle(new Event.LocalSubmitted(Job.rigid(new JobId("local"), 1, 10, 2, 300)), 2);

    Message.Refused refused =
        provider.handle(new Event.CannotHold(PART), 3).stream()
            .filter(Effect.Send.class::isInstance)
            .map(effect -> ((Effect.Send) effect).message())
            .filter(Message.Refused.class::isInstance)
            .map(Message.Refused.class::cast)
            .findFirst()
            .orElseThrow();

    Offer instead = refused.instead().getFirst();
    ReservationId again = new ReservationId(CALL, 2, ID);
    assertThat(instead.byMillis()).isEqualTo(150);
    assertThat(sent(new Message.Reserve(again, instead.tasks(), instead.byMillis()), 4))
        .containsExactly(new Message.Reserved(again, 24));
  }

  /** List scheduling is not monotone: now and then there is room for all, but not for fewer. */
  @Test
  void anyPartOfAnOfferCanBeReserved() {
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Provider crowded =
          new Provider(ID, Cluster.of(16), new Terms(1, 1, 1, Terms.Discloses.NOTHING));
      for (int job = random.nextInt(25); job > 0; job--) {
        crowded.handle(new Event.LocalSubmitted(localJob("local" + job, random)), 0);
      }
      Bag bag =
          new Bag(
              random.nextInt(2, 40),
              random.nextInt(1, 4),
              random.nextInt(3, 20),
              0,
              random.nextInt(10, 100));
      Message.Offers offers =
          (Message.Offers) sent(crowded, new Message.Call(CALL, bag), 0).getFirst();
      if (offers.offers().isEmpty()) {
        continue;
      }
      Offer offer = offers.offers().get(random.nextInt(offers.offers().size()));
      Message.Reserve fewer =
          new Message.Reserve(PART, random.nextInt(1, offer.tasks() + 1), offer.byMillis());

      assertThat(sent(crowded, fewer, 1))
          .as("seed %d", seed)
          .containsExactly(new Message.Reserved(PART, 2));
    }
  }

  private static Job localJob(String name, SplittableRandom random) {
    return Job.rigid(
        new JobId(name), random.nextInt(1, 17), random.nextInt(3, 30), 0, random.nextInt(200));
  }

  @Test
  void aReleaseThatOvertakesItsReservationKeepsItOut() {
    sent(new Message.Call(CALL, BAG), 0);
    assertThat(sent(new Message.Release(PART), 2)).isEmpty();
    assertThat(sent(new Message.Reserve(PART, 4, 1_000), 3))
        .containsExactly(new Message.Refused(PART, Message.Refusal.LEASE_ENDED, List.of()));
  }

  @Test
  void aPartThatIsTakenBackAfterItWasCommittedEndsForNobody() {
    sent(new Message.Call(CALL, BAG), 0);
    sent(new Message.Reserve(PART, 4, 1_000), 5);
    Effect.Start start = start(provider.handle(received(new Message.Commit(PART, ALL)), 15));
    sent(new Message.Release(PART), 16);

    assertThat(provider.handle(new Event.TasksEnded(start.run()), 80))
        .noneMatch(Effect.Send.class::isInstance);
    assertThat(sent(new Message.Commit(PART, ALL), 81))
        .containsExactly(new Message.Refused(PART, Message.Refusal.LEASE_ENDED, List.of()));
  }

  @Test
  void aLocalJobThatCannotMeetItsDeadlineIsPromisedTheEarliest() {
    provider.handle(new Event.LocalSubmitted(Job.rigid(new JobId("a"), 4, 100, 0, 100)), 0);
    Job second = Job.rigid(new JobId("b"), 4, 50, 0, 60);

    assertThat(provider.handle(new Event.LocalSubmitted(second), 0))
        .contains(new Effect.LocalPromised(second.withDeadline(150), 60));
  }

  private List<Message.ToMetascheduler> sent(Message.ToProvider message, long nowMillis) {
    return sent(provider, message, nowMillis);
  }

  private static List<Message.ToMetascheduler> sent(
      Provider provider, Message.ToProvider message, long nowMillis) {
    return provider.handle(received(message), nowMillis).stream()
        .filter(Effect.Send.class::isInstance)
        .map(effect -> ((Effect.Send) effect).message())
        .toList();
  }

  private static Event received(Message.ToProvider message) {
    return new Event.Received(message);
  }

  private static Effect.Start start(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Start.class::isInstance)
        .map(Effect.Start.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
