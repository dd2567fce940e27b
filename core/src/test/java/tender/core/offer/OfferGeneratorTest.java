package tender.core.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.plan.EdfPlanner;
import tender.core.plan.EdfSchedule;
import tender.core.plan.PlanVerifier;
import tender.core.plan.RandomSnapshots;
import tender.core.plan.Snapshot;

final class OfferGeneratorTest {
  private static final ProviderId PROVIDER = new ProviderId("p");

  @Test
  void offersBreakNoPromise() {
    for (long seed = 0; seed < 10_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot snapshot = RandomSnapshots.drawKept(random);
      Bag bag = drawBag(random, snapshot);
      for (Offer offer : generate(snapshot, bag).offers()) {
        Snapshot accepted = withPart(snapshot, bag, offer.tasks(), offer.completionMillis());
        assertThat(PlanVerifier.verify(accepted, new EdfPlanner().plan(accepted)))
            .as("seed " + seed + ", " + offer)
            .isEmpty();
      }
    }
  }

  @Test
  void offersAreAlmostAlwaysEarliest() {
    int exceptions = 0;
    int offers = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot snapshot = RandomSnapshots.drawKept(random);
      Bag bag = drawBag(random, snapshot);
      for (OfferList.ConsideredSize size : generate(snapshot, bag).sizes()) {
        long earliest = earliestByTryingEveryInstant(snapshot, bag, size.tasks());
        assertThat(size.completionMillis()).as("seed " + seed).isGreaterThanOrEqualTo(earliest);
        exceptions += size.completionMillis() > earliest ? 1 : 0;
        offers++;
      }
    }
    // Bisection can only miss an earlier deadline where list scheduling is not monotone.
    assertThat(exceptions).as("of " + offers + " sizes").isLessThan(offers / 50);
  }

  @Test
  void offersAreAscendingAndCoverBag() {
    for (long seed = 0; seed < 3_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot snapshot = RandomSnapshots.draw(random);
      Bag bag = drawBag(random, snapshot);
      List<Offer> offers = generate(snapshot, bag).offers();

      assertThat(offers.getLast().tasks()).isEqualTo(bag.tasks());
      assertThat(offers.getFirst().completionMillis()).isGreaterThanOrEqualTo(bag.deadlineMillis());
      for (int i = 1; i < offers.size(); i++) {
        assertThat(offers.get(i).tasks()).isGreaterThan(offers.get(i - 1).tasks());
        assertThat(offers.get(i).completionMillis())
            .isGreaterThan(offers.get(i - 1).completionMillis());
      }
    }
  }

  @Test
  void idleAndBusyProviderMakeSameOffers() {
    Bag bag = new Bag(10, 1, 5, 0, 100);
    Snapshot idle = new Snapshot(Cluster.of(10), 0, List.of(), List.of());
    Snapshot busy =
        new Snapshot(
            Cluster.of(10),
            0,
            List.of(new RunningJob(new JobId("r"), 9, 0, 60)),
            List.of(Job.rigid(new JobId("j"), 5, 20, 0, 200)));

    assertThat(generate(busy, bag).offers())
        .isEqualTo(generate(idle, bag).offers())
        .containsExactly(Offer.free(PROVIDER, 10, 100));
  }

  @Test
  void missedDeadlineIsAnsweredWithEarliestOfEachSize() {
    Snapshot snapshot = new Snapshot(Cluster.of(10), 0, List.of(), List.of());

    assertThat(generate(snapshot, new Bag(100, 1, 10, 0, 25)).offers())
        .containsExactly(
            Offer.free(PROVIDER, 10, 25),
            Offer.free(PROVIDER, 25, 30),
            Offer.free(PROVIDER, 50, 50),
            Offer.free(PROVIDER, 75, 80),
            Offer.free(PROVIDER, 100, 100));
  }

  @Test
  void fasterClusterNeedsLessTime() {
    Snapshot snapshot = new Snapshot(new Cluster(10, 2_000), 0, List.of(), List.of());

    assertThat(generate(snapshot, new Bag(10, 1, 10, 0, 5)).offers())
        .containsExactly(Offer.free(PROVIDER, 10, 5));
  }

  @Test
  void sizesAreRoundedUpAndDistinct() {
    assertThat(OfferSteps.FIVE.sizes(512)).containsExactly(52, 128, 256, 384, 512);
    assertThat(OfferSteps.FIVE.sizes(3)).containsExactly(1, 2, 3);
    assertThat(OfferSteps.FIVE.sizes(1)).containsExactly(1);
    assertThat(OfferSteps.FIVE.sizes(1_000_000_000))
        .containsExactly(100_000_000, 250_000_000, 500_000_000, 750_000_000, 1_000_000_000);
  }

  @Test
  void fineStepsGrowByAtMostAnEighth() {
    int[] sizes = OfferSteps.FINE.sizes(10_000);
    assertThat(sizes[sizes.length - 1]).isEqualTo(10_000);
    for (int i = 1; i < sizes.length; i++) {
      assertThat(sizes[i]).isGreaterThan(sizes[i - 1]);
      if (sizes[i - 1] >= 1_000) {
        assertThat(8L * sizes[i]).isLessThanOrEqualTo(9L * sizes[i - 1]);
      }
    }
    assertThat(OfferSteps.FINE.sizes(3)).containsExactly(1, 2, 3);
  }

  @Test
  void tooWideTaskHasReason() {
    Snapshot snapshot = new Snapshot(Cluster.of(4), 0, List.of(), List.of());
    OfferList answer = generate(snapshot, new Bag(1, 5, 10, 0, 25));

    assertThat(answer.offers()).isEmpty();
    assertThat(answer.sizes())
        .extracting(OfferList.ConsideredSize::outcome)
        .containsOnly(OfferList.Outcome.TASK_WIDER_THAN_CLUSTER);
  }

  @Test
  void blockedTaskHasReason() {
    Snapshot snapshot =
        new Snapshot(
            Cluster.of(4),
            0,
            List.of(new RunningJob(new JobId("endless"), 2, 0, Time.NEVER)),
            List.of());

    assertThat(generate(snapshot, new Bag(1, 3, 10, 0, 25)).sizes())
        .extracting(OfferList.ConsideredSize::outcome)
        .containsOnly(OfferList.Outcome.NEVER_ENOUGH_FREE);
  }

  @Test
  void jobsWithoutPromiseYield() {
    Snapshot snapshot =
        new Snapshot(
            Cluster.of(1), 0, List.of(), List.of(Job.rigid(new JobId("j"), 1, 50, 0, Time.NEVER)));

    assertThat(generate(snapshot, new Bag(1, 1, 10, 0, 5)).offers())
        .containsExactly(Offer.free(PROVIDER, 1, 10));
  }

  @Test
  void bagWithoutDeadlineIsRejected() {
    Snapshot snapshot = new Snapshot(Cluster.of(1), 0, List.of(), List.of());

    assertThatThrownBy(() -> generate(snapshot, new Bag(1, 1, 10, 0, Time.NEVER)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deadline");
  }

  private static OfferList generate(Snapshot snapshot, Bag bag) {
    return new OfferGenerator(PROVIDER, EdfSchedule.of(snapshot))
        .generate(bag, snapshot.nowMillis());
  }

  private static Bag drawBag(SplittableRandom random, Snapshot snapshot) {
    return new Bag(
        random.nextInt(1, 30),
        random.nextInt(1, snapshot.cluster().processors() + 1),
        random.nextInt(1, 10),
        snapshot.nowMillis(),
        snapshot.nowMillis() + random.nextInt(1, 60));
  }

  private static Snapshot withPart(Snapshot snapshot, Bag bag, int tasks, long deadlineMillis) {
    List<Job> waiting = new ArrayList<>(snapshot.waiting());
    // "z" sorts after the others, like a new job.
    waiting.add(
        new Job(
            new JobId("zz-incoming"),
            tasks,
            bag.width(),
            bag.estimateMillis(),
            snapshot.nowMillis(),
            deadlineMillis));
    return new Snapshot(snapshot.cluster(), snapshot.nowMillis(), snapshot.running(), waiting);
  }

  private static long earliestByTryingEveryInstant(Snapshot snapshot, Bag bag, int tasks) {
    long deadlineMillis = bag.deadlineMillis();
    while (true) {
      Snapshot accepted = withPart(snapshot, bag, tasks, deadlineMillis);
      if (PlanVerifier.verify(accepted, new EdfPlanner().plan(accepted)).isEmpty()) {
        return deadlineMillis;
      }
      deadlineMillis++;
    }
  }
}
