package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.model.Money;
import tender.server.model.Requirements;

class RequirementsValidatorTest {
  private static final Requirements PLAIN =
      new Requirements(OptionalLong.of(5_000), Optional.empty(), true);
  private static final Message.BidStrategy STRATEGY =
      new Message.BidStrategy(Optional.of(new Money(2_000)));
  private static final Requirements SHARED =
      new Requirements(
          OptionalLong.of(1_000),
          Optional.of(new Money(9_000)),
          false,
          Optional.empty(),
          false,
          Optional.of(STRATEGY));

  @Test
  void retryKeepsBidStrategyAndRemainingBudget() {
    Requirements retry = RequirementsValidator.forRetry(PLAIN, SHARED, new Money(2_500));
    assertThat(retry.bidStrategy()).contains(STRATEGY);
    assertThat(retry.budget()).contains(new Money(6_500));
    assertThat(retry.deadlineMillis()).hasValue(5_000);
    assertThat(retry.quoteFirst()).isTrue();
  }

  @Test
  void newBudgetReplacesRemainingBudget() {
    Requirements requirements =
        new Requirements(OptionalLong.empty(), Optional.of(new Money(100)), false);
    assertThat(RequirementsValidator.forRetry(requirements, SHARED, Money.ZERO).budget())
        .contains(new Money(100));
  }

  @Test
  void spentBudgetLeavesNoBudget() {
    assertThat(RequirementsValidator.forRetry(PLAIN, SHARED, new Money(9_000)).budget()).isEmpty();
  }

  @Test
  void bagWithoutBidStrategyIsUnchanged() {
    assertThat(RequirementsValidator.forRetry(PLAIN, PLAIN, Money.ZERO)).isEqualTo(PLAIN);
  }
}
