package tender.simulator.faults.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Money;
import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.seed.FaultScenario;

/** Bugs of the metascheduler with bags that have factors are found by their own invariant. */
final class LimitBugsTest {
  private static final int MAX_SEEDS = 200;

  @Test
  void ignoredLimitsAreFound() {
    assertFound(
        PlantedBug.inRules(
            "limits-ignored",
            "Limits are set from factors, but any composition is accepted.",
            LimitBugsTest::limitsIgnored));
  }

  @Test
  void deadlineBeforeTheEarliestEndIsFound() {
    assertFound(
        withLimits(
            "deadline-too-early",
            "The deadline is set before the earliest end that the offers allow.",
            set ->
                new BagEffect.LimitsSet(
                    set.bounds(), set.deadlineMillis().map(_ -> 0L), set.budget())));
  }

  @Test
  void budgetAboveTheBoundsIsFound() {
    assertFound(
        withLimits(
            "budget-too-large",
            "The budget is set above the price of the earliest end.",
            set ->
                new BagEffect.LimitsSet(
                    set.bounds(),
                    set.deadlineMillis(),
                    Optional.of(set.bounds().maxCost().plus(new Money(1))))));
  }

  private static void assertFound(PlantedBug bug) {
    Optional<PlantedBugSearch.Detection> found =
        PlantedBugSearch.first(bug, FaultScenario.FACTORS, 0, MAX_SEEDS);
    assertThat(found).as(bug.name()).isPresent();
    assertThat(found.get().invariant()).as(bug.name()).isEqualTo(Invariant.WITHIN_LIMITS);
  }

  private static PlantedBug withLimits(
      String name, String description, UnaryOperator<BagEffect.LimitsSet> change) {
    return PlantedBug.inRules(
        name,
        description,
        (correct, state, event, nowMillis) -> {
          BagTransition transition = correct.handle(state, event, nowMillis);
          List<BagEffect> effects =
              transition.effects().stream()
                  .map(
                      effect ->
                          effect instanceof BagEffect.LimitsSet set ? change.apply(set) : effect)
                  .toList();
          return new BagTransition(transition.state(), effects);
        });
  }

  private static BagTransition limitsIgnored(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition transition = correct.handle(state, event, nowMillis);
    boolean isSet = transition.effects().stream().anyMatch(BagEffect.LimitsSet.class::isInstance);
    return isSet
        ? BagStateEdits.change(
            transition,
            open ->
                BagStateEdits.with(
                    open, AcceptancePolicy.acceptAny(open.acceptancePolicy().deadlineMillis())))
        : transition;
  }
}
