package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
import tender.core.promise.Slack;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.resource.Misfit;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.Resource;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

final class ProviderTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final TaskSet ALL = TaskSet.first(4);
  private static final Bag BAG = new Bag(4, 1, 100, 0, 1_000);

  private final Provider provider =
      new Provider(
          ID, Cluster.of(4), new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING));

  @Test
  void offersStateDeadlineAndDiscloseNothingElse() {
    assertThat(sent(new Message.Call(CALL, BAG), 0))
        .containsExactly(
            new Message.Offers(
                CALL, ID, 0, List.of(Offer.free(ID, 4, 1_000)), Disclosure.NOTHING, 0, 10));
  }

  @Test
  void requestThatFitsNoNodeIsAnsweredWithTheReason() {
    NodeCluster nodes =
        NodeCluster.of(NodeKind.of("plain", new ResourceAmounts(2, 4_096, 0, 0)), 2);
    TaskRequest request = TaskRequest.onOneNode(new ResourceAmounts(1, 2_048, 0, 0));
    Cluster onNodes = new Cluster(4, 1_000, Optional.of(nodes));
    assertThat(misfit(provider(onNodes), request)).isEmpty();
    assertThat(misfit(provider(onNodes), request.withRetryMemoryMib(8_192)))
        .contains(new Misfit.TooLittle(Resource.MEMORY, 8_192, 4_096, 4_096));
    assertThat(misfit(provider(Cluster.of(4)), request)).contains(new Misfit.NodesNotManaged());
  }

  /** The reason why a bag with the request gets no offer; empty if it gets one. */
  private static Optional<Misfit> misfit(Provider provider, TaskRequest request) {
    Bag bag = BAG.withRequest(Optional.of(request));
    Message.Offers offers =
        (Message.Offers)
            provider.handle(received(new Message.Call(CALL, bag)), 0).stream()
                .filter(ProviderEffect.Send.class::isInstance)
                .map(effect -> ((ProviderEffect.Send) effect).message())
                .findFirst()
                .orElseThrow();
    assertThat(offers.offers().isEmpty()).isEqualTo(offers.disclosure().misfit().isPresent());
    return offers.disclosure().misfit();
  }

  private static Provider provider(Cluster cluster) {
    return new Provider(
        ID, cluster, new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING));
  }

  @Test
  void partIsReservedCommittedStartedAndEnded() {
    sent(new Message.Call(CALL, BAG), 0);
    assertThat(sent(new Message.Reserve(PART, 4, 1_000), 5))
        .containsExactly(new Message.Reserved(PART, 25));
    List<ProviderEffect> committing = provider.handle(received(new Message.Commit(PART, ALL)), 15);
    assertThat(committing).contains(new ProviderEffect.Send(new Message.Committed(PART)));
    ProviderEffect.StartTasks start = start(committing);

    assertThat(start.run().tasks()).isEqualTo(ALL);
    assertThat(provider.handle(new ProviderEvent.TasksEnded(start.run()), 80))
        .contains(new ProviderEffect.Send(new Message.Results(PART, ALL, 80)));
  }

  @Test
  void reservedPartDoesNotStartAndLeaseExpires() {
    sent(new Message.Call(CALL, BAG), 0);
    List<ProviderEffect> reserving =
        provider.handle(received(new Message.Reserve(PART, 4, 1_000)), 5);

    assertThat(reserving).contains(new ProviderEffect.SetTimer(25));
    assertThat(provider.handle(new ProviderEvent.TimerFired(), 25))
        .noneMatch(ProviderEffect.StartTasks.class::isInstance);
    assertThat(sent(new Message.Commit(PART, ALL), 26))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  @Test
  void repeatedRequestGetsSameAnswer() {
    Message.Call call = new Message.Call(CALL, BAG);
    Message.Reserve reserve = new Message.Reserve(PART, 4, 1_000);
    assertThat(sent(call, 0)).isEqualTo(sent(call, 3));
    assertThat(sent(reserve, 5)).isEqualTo(sent(reserve, 9));
    assertThat(sent(new Message.Commit(PART, ALL), 10))
        .isEqualTo(sent(new Message.Commit(PART, ALL), 30));
  }

  @Test
  void unofferedOrExpiredReservationIsRefused() {
    sent(new Message.Call(CALL, BAG), 0);
    ReservationId tooMany = new ReservationId(CALL, 1, ID);
    assertThat(sent(new Message.Reserve(tooMany, 5, 1_000), 5))
        .containsExactly(
            new Message.Refused(tooMany, Message.RefusalReason.NO_SUCH_OFFER, List.of()));
    ReservationId late = new ReservationId(CALL, 2, ID);
    assertThat(sent(new Message.Reserve(late, 4, 1_000), 11))
        .containsExactly(new Message.Refused(late, Message.RefusalReason.NO_SUCH_OFFER, List.of()));
  }

  @Test
  void changedQueueUpdatesOffersAndRefusesOldOnes() {
    Bag tight = new Bag(4, 1, 100, 0, 150);
    sent(new Message.Call(CALL, tight), 0);
    Job local = Job.rigid(new JobId("local"), 4, 100, 1, 101);
    List<ProviderEffect> effects = provider.handle(new ProviderEvent.LocalJobSubmitted(local), 1);
    List<Offer> instead = List.of(Offer.free(ID, 4, 201));

    assertThat(effects)
        .contains(new ProviderEffect.LocalJobPromised(local, 101))
        .contains(
            new ProviderEffect.Send(
                new Message.Offers(CALL, ID, 1, instead, Disclosure.NOTHING, 1, 11)));
    assertThat(sent(new Message.Reserve(PART, 4, 150), 2))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.NO_SUCH_OFFER, List.of()));
  }

  /** Of two bags that are offered the same capacity, the second gets what remains. */
  @Test
  void laterAlternativeOfRefusalCanBeReserved() {
    CallId second = new CallId(new BagId("second"), 1);
    ReservationId part = new ReservationId(second, 1, ID);
    Bag urgent = new Bag(4, 1, 100, 0, 0);
    sent(new Message.Call(CALL, urgent), 0);
    Message.Offers offers = (Message.Offers) sent(new Message.Call(second, urgent), 0).getFirst();
    long endMillis = offers.offers().getLast().completionMillis();
    sent(new Message.Reserve(PART, 4, endMillis), 0);

    Message.Refused refused =
        (Message.Refused) sent(new Message.Reserve(part, 4, endMillis), 0).getFirst();

    assertThat(refused.reason()).isEqualTo(Message.RefusalReason.NO_CAPACITY);
    Offer instead = refused.alternatives().getLast();
    assertThat(instead.tasks()).isEqualTo(4);
    assertThat(instead.completionMillis()).isGreaterThan(endMillis);
    ReservationId again = new ReservationId(second, 2, ID);
    assertThat(sent(new Message.Reserve(again, 4, instead.completionMillis()), 1))
        .containsExactly(new Message.Reserved(again, 21));
  }

  /** A job that runs longer than expected delays the forecast behind a valid offer. */
  @Test
  void offerCanBeReservedAlthoughItsForecastMoves() {
    Slack exact = new Slack(0.95, 0.95, Collections.nCopies(50, new Slack.Observation(1, 1, 0)));
    Provider withSlack =
        new Provider(
            ID,
            Cluster.of(4),
            new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING),
            Optional.of(exact));
    for (String local : List.of("overdue", "waiting")) {
      Job job = Job.rigid(new JobId(local), 4, 100, 0, 100);
      withSlack.handle(new ProviderEvent.LocalJobSubmitted(job), 0);
    }
    Message.Offers offers =
        (Message.Offers)
            sent(withSlack, new Message.Call(CALL, new Bag(4, 1, 100, 0, 0)), 105).getFirst();
    long endMillis = offers.offers().getLast().completionMillis();

    assertThat(sent(withSlack, new Message.Reserve(PART, 4, endMillis), 110))
        .containsExactly(new Message.Reserved(PART, 130));
  }

  /**
   * Until a provider has learned more, it adds a quarter of the expected wait, here 300, of which
   * 30 pass in any case before a part may start.
   */
  @Test
  void waitingBehindOtherWorkHasInitialMargin() {
    Provider withSlack =
        new Provider(
            ID,
            Cluster.of(4),
            new ProviderTerms(10, 20, 0, ProviderTerms.DisclosureLevel.NOTHING),
            Optional.of(Slack.withoutObservations(0.95)));
    Job local = Job.rigid(new JobId("local"), 4, 300, 0, 300);
    withSlack.handle(new ProviderEvent.LocalJobSubmitted(local), 0);

    Message.Offers offers =
        (Message.Offers)
            sent(withSlack, new Message.Call(CALL, new Bag(4, 1, 100, 0, 0)), 0).getFirst();
    assertThat(offers.offers().getLast().completionMillis()).isEqualTo(300 + 100 + 68);
  }

  /** A local job of 40 may come again to the only node of four that has a GPU. */
  @Test
  void workForRareNodesHasInitialMarginForLocalJob() {
    NodeKind plain = NodeKind.of("plain", new ResourceAmounts(1, 0, 0, 0));
    NodeKind gpu = NodeKind.of("gpu", new ResourceAmounts(1, 0, 1, 0));
    NodeCluster nodes =
        new NodeCluster(List.of(new NodeCluster.Group(plain, 3), new NodeCluster.Group(gpu, 1)));
    Provider withSlack =
        new Provider(
            ID,
            new Cluster(4, Cluster.REFERENCE_SPEED_PERMILLE, Optional.of(nodes)),
            new ProviderTerms(10, 20, 0, ProviderTerms.DisclosureLevel.NOTHING),
            Optional.of(Slack.withoutObservations(0.95)));
    Job local = Job.rigid(new JobId("local"), 1, 40, 0, 40);
    withSlack.handle(new ProviderEvent.LocalJobSubmitted(local), 0);
    JobRun run = new JobRun(local, TaskSet.first(1), 0);
    withSlack.handle(
        new ProviderEvent.QueueChanged(
            new QueueDelta(
                List.of(),
                List.of(EndedRun.unpaid(run)),
                List.of(),
                List.of(),
                List.of(),
                List.of())),
        40);

    Bag bag = new Bag(1, 1, 100, 40, 40);
    long anywhereMillis = completionMillis(withSlack, "anywhere", bag);
    TaskRequest request = TaskRequest.onOneNode(new ResourceAmounts(1, 0, 1, 0));
    assertThat(completionMillis(withSlack, "rare", bag.withRequest(Optional.of(request))))
        .isEqualTo(anywhereMillis + 30);
  }

  private long completionMillis(Provider provider, String name, Bag bag) {
    CallId call = new CallId(new BagId(name), 1);
    Message.Offers offers =
        (Message.Offers) sent(provider, new Message.Call(call, bag), 40).getFirst();
    return offers.offers().getLast().completionMillis();
  }

  /** After a failed reservation its capacity is offered again. */
  @Test
  void alternativesOfRefusalCanBeReserved() {
    sent(new Message.Call(CALL, new Bag(4, 1, 100, 0, 150)), 0);
    sent(new Message.Reserve(PART, 4, 150), 1);
    provider.handle(
        new ProviderEvent.LocalJobSubmitted(Job.rigid(new JobId("local"), 1, 10, 2, 300)), 2);

    Message.Refused refused =
        provider.handle(new ProviderEvent.ReservationFailed(PART), 3).stream()
            .filter(ProviderEffect.Send.class::isInstance)
            .map(effect -> ((ProviderEffect.Send) effect).message())
            .filter(Message.Refused.class::isInstance)
            .map(Message.Refused.class::cast)
            .findFirst()
            .orElseThrow();

    Offer instead = refused.alternatives().getFirst();
    ReservationId again = new ReservationId(CALL, 2, ID);
    assertThat(instead.completionMillis()).isEqualTo(150);
    assertThat(sent(new Message.Reserve(again, instead.tasks(), instead.completionMillis()), 4))
        .containsExactly(new Message.Reserved(again, 24));
  }

  /** List scheduling is not monotone: rarely there is room for all tasks, but not for fewer. */
  @Test
  void anyPartOfOfferCanBeReserved() {
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Provider crowded =
          new Provider(
              ID,
              Cluster.of(16),
              new ProviderTerms(1, 1, 1, ProviderTerms.DisclosureLevel.NOTHING));
      for (int job = random.nextInt(25); job > 0; job--) {
        crowded.handle(new ProviderEvent.LocalJobSubmitted(localJob("local" + job, random)), 0);
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
          new Message.Reserve(PART, random.nextInt(1, offer.tasks() + 1), offer.completionMillis());

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
  void releaseBeforeReservationRefusesIt() {
    sent(new Message.Call(CALL, BAG), 0);
    assertThat(sent(new Message.Release(PART), 2)).isEmpty();
    assertThat(sent(new Message.Reserve(PART, 4, 1_000), 3))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  @Test
  void releasedCommittedPartReportsNoResults() {
    sent(new Message.Call(CALL, BAG), 0);
    sent(new Message.Reserve(PART, 4, 1_000), 5);
    ProviderEffect.StartTasks start =
        start(provider.handle(received(new Message.Commit(PART, ALL)), 15));
    sent(new Message.Release(PART), 16);

    assertThat(provider.handle(new ProviderEvent.TasksEnded(start.run()), 80))
        .noneMatch(ProviderEffect.Send.class::isInstance);
    assertThat(sent(new Message.Commit(PART, ALL), 81))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  @Test
  void lateLocalJobIsPromisedEarliestDeadline() {
    provider.handle(
        new ProviderEvent.LocalJobSubmitted(Job.rigid(new JobId("a"), 4, 100, 0, 100)), 0);
    Job second = Job.rigid(new JobId("b"), 4, 50, 0, 60);

    assertThat(provider.handle(new ProviderEvent.LocalJobSubmitted(second), 0))
        .contains(new ProviderEffect.LocalJobPromised(second.withDeadline(150), 60));
  }

  private List<Message.ToMetascheduler> sent(Message.ToProvider message, long nowMillis) {
    return sent(provider, message, nowMillis);
  }

  private static List<Message.ToMetascheduler> sent(
      Provider provider, Message.ToProvider message, long nowMillis) {
    return provider.handle(received(message), nowMillis).stream()
        .filter(ProviderEffect.Send.class::isInstance)
        .map(effect -> ((ProviderEffect.Send) effect).message())
        .toList();
  }

  private static ProviderEvent received(Message.ToProvider message) {
    return new ProviderEvent.MessageReceived(message);
  }

  private static ProviderEffect.StartTasks start(List<ProviderEffect> effects) {
    return effects.stream()
        .filter(ProviderEffect.StartTasks.class::isInstance)
        .map(ProviderEffect.StartTasks.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
