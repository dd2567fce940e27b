package tender.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.auction.QueueReport;
import tender.core.model.Money;

class BudgetBoundsTest {
  /** Speeds of 12, 20 and 20; the prices of one unit of work are 5, 20 and 15. */
  private static final List<QueueReport> QUEUES =
      List.of(
          BudgetFixtures.queue("one", 1, 12, 60),
          BudgetFixtures.queue("two", 2, 20, 400),
          BudgetFixtures.queue("three", 1, 20, 300));

  @Test
  void boundsMatchPaperExample() {
    // Work of 360 on power of 72; the longest, 100, takes 5 on the fastest too.
    BudgetBounds bounds = BudgetBounds.of(BudgetFixtures.tasks(100, 100, 100, 60), QUEUES);
    assertThat(bounds)
        .isEqualTo(new BudgetBounds(5_000, 30_000, new Money(1_800_000), new Money(7_200_000)));
    assertThat(bounds.withinMillis(0.2)).isEqualTo(10_000);
    assertThat(bounds.factor(10_000)).isEqualTo(0.2);
    assertThat(bounds.budget(0.5)).isEqualTo(new Money(4_500_000));
  }

  @Test
  void minimumTimeIsAtLeastLongestTask() {
    BudgetBounds bounds = BudgetBounds.of(BudgetFixtures.tasks(200, 10), QUEUES);
    assertThat(bounds.minMillis()).isEqualTo(10_000);
    assertThat(bounds.maxMillis()).isEqualTo(17_500);
  }

  @Test
  void dispatchLimitFollowsProcessors() {
    DispatchLimit limit = new DispatchLimit(2);
    assertThat(limit.tasks(3, 0, 10)).isEqualTo(6);
    assertThat(limit.tasks(3, 4, 10)).isEqualTo(2);
    assertThat(limit.tasks(3, 4, 1)).isEqualTo(1);
    assertThat(limit.tasks(3, 9, 5)).isZero();
  }
}
