package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.budget.BudgetBounds;
import tender.core.budget.LimitFactors;
import tender.core.message.Message;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.Money;
import tender.server.api.ApiException;
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
          Optional.of(STRATEGY),
          true,
          Optional.empty());
  private static final LimitFactors BOTH = new LimitFactors(Optional.of(250), Optional.of(500));
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "bag",
          "true",
          new TaskList.Count(10),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          1_000,
          0,
          Optional.empty());

  private static Requirements withFactors(
      OptionalLong deadlineMillis,
      Optional<Money> budget,
      boolean quoteFirst,
      LimitFactors factors) {
    return new Requirements(
        deadlineMillis,
        budget,
        quoteFirst,
        Optional.empty(),
        true,
        Optional.empty(),
        false,
        Optional.of(factors));
  }

  private static void assertInvalid(Requirements requirements, String message) {
    assertThatThrownBy(() -> RequirementsValidator.validate(requirements, ORDER))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(message);
  }

  @Test
  void factorsAreSetFromOffers() {
    Requirements requirements = withFactors(OptionalLong.empty(), Optional.empty(), false, BOTH);
    RequirementsValidator.validate(requirements, ORDER);
    AcceptancePolicy policy = RequirementsValidator.submissionPolicy(requirements, 7);
    assertThat(policy.limitFactors()).contains(BOTH);
    assertThat(policy.deadlineMillis()).isEqualTo(7);
    assertThat(policy.budget()).isEmpty();
    assertThat(policy.withLimits(Optional.of(90L), Optional.of(new Money(5))))
        .as("the same as with absolute values")
        .isEqualTo(
            RequirementsValidator.submissionPolicy(
                new Requirements(
                    OptionalLong.of(90),
                    Optional.of(new Money(5)),
                    false,
                    Optional.empty(),
                    true,
                    Optional.empty(),
                    false,
                    Optional.empty()),
                90));
  }

  @Test
  void factorsWithQuoteFirstAlwaysAsk() {
    AcceptancePolicy policy =
        RequirementsValidator.submissionPolicy(
            withFactors(OptionalLong.empty(), Optional.empty(), true, BOTH), 7);
    assertThat(policy.alwaysAsks()).isTrue();
    assertThat(policy.withLimits(Optional.of(90L), Optional.of(new Money(5))).alwaysAsks())
        .isTrue();
  }

  @Test
  void factorReplacesOnlyItsOwnLimit() {
    LimitFactors deadline = new LimitFactors(Optional.of(250), Optional.empty());
    LimitFactors budget = new LimitFactors(Optional.empty(), Optional.of(500));
    Optional<Money> five = Optional.of(new Money(5_000));
    assertInvalid(
        withFactors(OptionalLong.of(1_000), Optional.empty(), false, deadline),
        "the deadline factor 0.25 and the deadline 1970-01-01T00:00:01Z");
    assertInvalid(
        withFactors(OptionalLong.empty(), five, false, BOTH),
        "the budget factor 0.5 and the budget 5");
    RequirementsValidator.validate(
        withFactors(OptionalLong.of(1_000), Optional.empty(), false, budget), ORDER);
    RequirementsValidator.validate(withFactors(OptionalLong.empty(), five, false, deadline), ORDER);
  }

  @Test
  void someMechanismsNeedAbsoluteLimits() {
    Optional<LimitFactors> factors = Optional.of(BOTH);
    OptionalLong none = OptionalLong.empty();
    Optional<Money> noMoney = Optional.empty();
    Optional<Message.BidStrategy> noBids = Optional.empty();
    assertInvalid(
        new Requirements(
            none, noMoney, false, Optional.of(new Money(1)), false, noBids, false, factors),
        "the deadline factor 0.25, which the auction does not support");
    assertInvalid(
        new Requirements(
            none, noMoney, false, noMoney, false, Optional.of(STRATEGY), false, factors),
        "which the mechanism share does not support");
    assertInvalid(
        new Requirements(none, noMoney, false, noMoney, false, noBids, true, factors),
        "which the domain local does not support");
  }

  @Test
  void limitsReplaceFactors() {
    BudgetBounds bounds = new BudgetBounds(1, 2, new Money(3), new Money(4));
    Requirements set =
        withFactors(OptionalLong.empty(), Optional.empty(), true, BOTH)
            .withLimits(
                new BagEffect.LimitsSet(bounds, Optional.of(90L), Optional.of(new Money(4))));
    assertThat(set.deadlineMillis()).hasValue(90);
    assertThat(set.budget()).contains(new Money(4));
    assertThat(set.limitFactors()).isEmpty();
    assertThat(
            PLAIN.withLimits(new BagEffect.LimitsSet(bounds, Optional.empty(), Optional.empty())))
        .isEqualTo(PLAIN);
  }

  @Test
  void retryKeepsBidStrategyAndRemainingBudget() {
    Requirements retry = RequirementsValidator.forRetry(PLAIN, SHARED, new Money(2_500));
    assertThat(retry.bidStrategy()).contains(STRATEGY);
    assertThat(retry.budget()).contains(new Money(6_500));
    assertThat(retry.deadlineMillis()).hasValue(5_000);
    assertThat(retry.quoteFirst()).isTrue();
    assertThat(retry.localFirst()).isTrue();
  }

  @Test
  void newBudgetReplacesRemainingBudget() {
    Requirements requirements =
        new Requirements(OptionalLong.empty(), Optional.of(new Money(100)), false);
    assertThat(RequirementsValidator.forRetry(requirements, SHARED, Money.ZERO).budget())
        .contains(new Money(100));
    // Without a deadline there is no half of the time to it.
    assertThat(RequirementsValidator.forRetry(requirements, SHARED, Money.ZERO).localFirst())
        .isFalse();
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
