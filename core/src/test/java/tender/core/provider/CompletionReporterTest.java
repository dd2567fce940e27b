package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.plan.reschedule.CoordinatedRescheduling;
import tender.core.plan.reschedule.UncoordinatedRescheduling;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;

/** A first-come-first-served provider reports changed completions, and makes estimates. */
final class CompletionReporterTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final Bag BAG = new Bag(2, 1, 50, 0, 0);
  private static final ProviderTerms TERMS =
      new ProviderTerms(10, 10, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING);
  private static final ProviderTerms COORDINATED =
      TERMS.withPlanningPolicy(new PlanningPolicy.Fifo(new CoordinatedRescheduling()));
  private static final Job LOCAL = Job.rigid(new JobId("local"), 2, 100, 0, 0);

  @Test
  void completionIsReportedAtCommitAndWhenItMoves() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);
    JobRun local = commitBehindALocalJob(site);
    assertThat(site.send(new Message.BagCompletion(PART, 150), 20)).isEmpty();

    assertThat(site.end(local, 60)).containsExactly(new Message.CompletionChanged(PART, 110));
  }

  @Test
  void singlePartBagReportsNothingMore() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);

    assertThat(site.end(commitBehindALocalJob(site), 60)).isEmpty();
  }

  @Test
  void partThatDoesNotDetermineBagEndIsNotReported() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);
    JobRun local = commitBehindALocalJob(site);
    assertThat(site.send(new Message.BagCompletion(PART, 500), 20)).isEmpty();

    assertThat(site.end(local, 60)).isEmpty();
    // Now the rest of the bag is expected earlier, so the part determines its end again.
    assertThat(site.send(new Message.BagCompletion(PART, 70), 61))
        .containsExactly(new Message.CompletionChanged(PART, 110));
  }

  /** Its running tasks stay in the plan until the batch system has stopped them. */
  @Test
  void releasedPartIsNotReported() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);
    site.end(commitBehindALocalJob(site), 60);
    site.send(new Message.BagCompletion(PART, 70), 61);
    site.send(new Message.Release(PART), 62);

    long overdueMillis = 200;
    Job next = Job.rigid(new JobId("next"), 2, 100, overdueMillis, overdueMillis);
    assertThat(site.submitLocal(next, overdueMillis)).isEmpty();
  }

  private static JobRun commitBehindALocalJob(FakeAgent site) {
    site.submitLocal(LOCAL, 0);
    JobRun local = site.takeStarted().getFirst();
    Message.Offers offers = (Message.Offers) site.send(new Message.Call(CALL, BAG), 0).getFirst();
    assertThat(offers.offers()).containsExactly(Offer.free(ID, 2, 150));
    site.send(new Message.Reserve(PART, 2, 150), 1);
    assertThat(site.send(new Message.Commit(PART, TaskSet.first(2)), 2))
        .containsExactly(new Message.Committed(PART), new Message.CompletionChanged(PART, 150));
    return local;
  }

  private static FakeAgent uncoordinatedWithReservedPart() {
    FakeAgent site =
        new FakeAgent(
            ID,
            Cluster.of(2),
            TERMS.withPlanningPolicy(new PlanningPolicy.Fifo(new UncoordinatedRescheduling())));
    site.send(new Message.Call(CALL, BAG), 0);
    site.send(new Message.Reserve(PART, 2, 70), 1);
    return site;
  }

  @Test
  void uncoordinatedProviderReportsNothing() {
    FakeAgent site = uncoordinatedWithReservedPart();

    assertThat(site.send(new Message.Commit(PART, TaskSet.first(2)), 2))
        .containsExactly(new Message.Committed(PART));
  }

  /** The first call waits for the estimate, and a later one for the same bag does not. */
  @Test
  void callWaitsForFirstEstimateOfBag() {
    Provider provider = new Provider(ID, Cluster.of(2), COORDINATED.withEstimates(1_000));
    Message.Call call = new Message.Call(CALL, BAG);

    assertThat(provider.handle(new ProviderEvent.MessageReceived(call), 0))
        .contains(
            new ProviderEffect.Send(new Message.EstimatePending(CALL, ID, 1_000)),
            new ProviderEffect.RequestEstimate(call))
        .noneMatch(CompletionReporterTest::isOffers);
    assertThat(offersIn(provider.handle(new ProviderEvent.EstimateReady(CALL, 30), 400)))
        .containsExactly(Offer.free(ID, 2, 450));
    Message.Call again = new Message.Call(new CallId(new BagId("b"), 2), BAG);
    assertThat(offersIn(provider.handle(new ProviderEvent.MessageReceived(again), 500)))
        .containsExactly(Offer.free(ID, 2, 550));
  }

  /** The part was offered by the user's estimate, and the call behind it sees the shorter one. */
  @Test
  void improvedEstimateShortensPart() {
    FakeAgent site = uncoordinatedWithReservedPart();
    site.send(new Message.Commit(PART, TaskSet.first(2)), 2);
    JobRun run = site.takeStarted().getFirst();
    site.handle(new ProviderEvent.EstimateImproved(new BagId("b"), 30), 10);
    Message.Call next = new Message.Call(new CallId(new BagId("c"), 1), BAG);

    assertThat(((Message.Offers) site.send(next, 12).getFirst()).offers())
        .containsExactly(Offer.free(ID, 2, 82));
    site.end(run, 20);
    Message.Call last = new Message.Call(new CallId(new BagId("d"), 1), BAG);
    assertThat(((Message.Offers) site.send(last, 20).getFirst()).offers())
        .containsExactly(Offer.free(ID, 2, 90));
  }

  private static boolean isOffers(ProviderEffect effect) {
    return effect instanceof ProviderEffect.Send(Message.Offers offers);
  }

  private static List<Offer> offersIn(List<ProviderEffect> effects) {
    return effects.stream()
        .filter(CompletionReporterTest::isOffers)
        .map(effect -> (Message.Offers) ((ProviderEffect.Send) effect).message())
        .findFirst()
        .orElseThrow()
        .offers();
  }
}
