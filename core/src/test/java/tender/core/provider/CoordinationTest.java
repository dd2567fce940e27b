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
import tender.core.plan.CoordinatedRescheduling;
import tender.core.plan.UncoordinatedRescheduling;

/** A provider that serves first come, first served tells how parts move, and makes estimates. */
final class CoordinationTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final Bag BAG = new Bag(2, 1, 50, 0, 0);
  private static final Terms TERMS = new Terms(10, 10, Time.NEVER, Terms.Discloses.NOTHING);
  private static final Terms COORDINATED =
      TERMS.withPlanning(new Planning.Fifo(new CoordinatedRescheduling()));
  private static final Job LOCAL = Job.rigid(new JobId("local"), 2, 100, 0, 0);

  @Test
  void aPartIsToldOfWhenItIsCommittedAndWhenItMoves() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);
    Run local = commitBehindALocalJob(site);
    assertThat(site.tell(new Message.BagExpected(PART, 150), 20)).isEmpty();

    assertThat(site.end(local, 60)).containsExactly(new Message.Expected(PART, 110));
  }

  @Test
  void nothingMoreIsToldWhereTheWholeBagIsDone() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);

    assertThat(site.end(commitBehindALocalJob(site), 60)).isEmpty();
  }

  @Test
  void nothingIsToldOfAPartThatTheBagDoesNotWaitFor() {
    FakeAgent site = new FakeAgent(ID, Cluster.of(2), COORDINATED);
    Run local = commitBehindALocalJob(site);
    assertThat(site.tell(new Message.BagExpected(PART, 500), 20)).isEmpty();

    assertThat(site.end(local, 60)).isEmpty();
    // Now the rest of the bag is expected earlier, and the part matters again.
    assertThat(site.tell(new Message.BagExpected(PART, 70), 61))
        .containsExactly(new Message.Expected(PART, 110));
  }

  private static Run commitBehindALocalJob(FakeAgent site) {
    site.submitLocal(LOCAL, 0);
    Run local = site.takeStarted().getFirst();
    Message.Offers offers = (Message.Offers) site.tell(new Message.Call(CALL, BAG), 0).getFirst();
    assertThat(offers.offers()).containsExactly(Offer.free(ID, 2, 150));
    site.tell(new Message.Reserve(PART, 2, 150), 1);
    assertThat(site.tell(new Message.Commit(PART, TaskSet.first(2)), 2))
        .containsExactly(new Message.Committed(PART), new Message.Expected(PART, 150));
    return local;
  }

  @Test
  void whoIsNotCoordinatedTellsNothing() {
    FakeAgent site =
        new FakeAgent(
            ID,
            Cluster.of(2),
            TERMS.withPlanning(new Planning.Fifo(new UncoordinatedRescheduling())));
    site.tell(new Message.Call(CALL, BAG), 0);
    site.tell(new Message.Reserve(PART, 2, 70), 1);

    assertThat(site.tell(new Message.Commit(PART, TaskSet.first(2)), 2))
        .containsExactly(new Message.Committed(PART));
  }

  /** The call waits for the estimate, and a later one for the same bag does not. */
  @Test
  void aCallWaitsForTheFirstEstimateOfItsBag() {
    Provider provider = new Provider(ID, Cluster.of(2), COORDINATED.withEstimates(1_000));
    Message.Call call = new Message.Call(CALL, BAG);

    assertThat(provider.handle(new Event.Received(call), 0))
        .contains(
            new Effect.Send(new Message.Estimating(CALL, ID, 1_000)), new Effect.Estimate(call))
        .noneMatch(CoordinationTest::isOffers);
    assertThat(offersIn(provider.handle(new Event.Estimated(CALL, 30), 400)))
        .containsExactly(Offer.free(ID, 2, 450));
    Message.Call again = new Message.Call(new CallId(new BagId("b"), 2), BAG);
    assertThat(offersIn(provider.handle(new Event.Received(again), 500)))
        .containsExactly(Offer.free(ID, 2, 550));
  }

  private static boolean isOffers(Effect effect) {
    return effect instanceof Effect.Send(Message.Offers offers);
  }

  private static List<Offer> offersIn(List<Effect> effects) {
    return effects.stream()
        .filter(CoordinationTest::isOffers)
        .map(effect -> (Message.Offers) ((Effect.Send) effect).message())
        .findFirst()
        .orElseThrow()
        .offers();
  }
}
