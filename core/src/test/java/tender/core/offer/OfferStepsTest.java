package tender.core.offer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.compose.EarliestCompletion;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Snapshot;

/** How close a composition comes to dividing a bag at will. */
class OfferStepsTest {
  private static final int TASKS = 2_000;
  private static final long TASK_MILLIS = 20_000;

  @Test
  void fineStepsPromiseNearTheFluidBound() {
    assertThat(toFluidBound(OfferSteps.FINE, 8, 8, 8)).isLessThan(1.06);
    assertThat(toFluidBound(OfferSteps.FINE, 4, 8, 12)).isLessThan(1.06);
    assertThat(toFluidBound(OfferSteps.FIVE, 4, 8, 12)).as("in the paper").isGreaterThan(1.4);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 60; i++) {
      int[] clusters = random.ints(random.nextInt(2, 7), 4, 33).toArray();
      assertThat(toFluidBound(OfferSteps.FINE, clusters)).isLessThan(1.15);
    }
  }

  /** The earliest completion at empty clusters of these sizes, to that of a bag of fluid. */
  private static double toFluidBound(OfferSteps steps, int... processors) {
    Bag bag = new Bag(TASKS, 1, TASK_MILLIS, 0, 1);
    List<Reply> replies = new ArrayList<>();
    int allProcessors = 0;
    for (int i = 0; i < processors.length; i++) {
      ProviderId provider = new ProviderId("p" + i);
      EdfSchedule schedule =
          EdfSchedule.of(new Snapshot(Cluster.of(processors[i]), 0, List.of(), List.of()));
      replies.add(
          Reply.of(
              provider, new OfferGenerator(provider, schedule, steps).generate(bag, 0).offers()));
      allProcessors += processors[i];
    }
    long completionMillis =
        new EarliestCompletion().compose(new Replies(TASKS, 1, replies)).completionMillis();
    return completionMillis / ((double) TASKS * TASK_MILLIS / allProcessors);
  }
}
