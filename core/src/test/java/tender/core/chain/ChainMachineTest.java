package tender.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.core.model.Time;

final class ChainMachineTest {
  private static final ChainPolicy POLICY = new ChainPolicy(500, 10, 1_000, 100, 3);
  private static final ChainMachine MACHINE = new ChainMachine(POLICY);
  private static final Money PRICE = new Money(2_000);

  private final ChainRun run = new ChainRun();

  /** A chain and its effects so far. */
  private static final class ChainRun {
    private ChainState state =
        MACHINE
            .submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty(), false, 0)
            .state();
    private List<ChainEffect> effects = List.of();

    void submit(List<ChainStage> plan, long deadlineMillis, Optional<Money> budget) {
      apply(MACHINE.submit(plan, deadlineMillis, budget, false, 0));
    }

    void handle(ChainEvent event, long nowMillis) {
      apply(MACHINE.handle(state, event, nowMillis));
    }

    private void apply(ChainTransition transition) {
      state = transition.state();
      effects = transition.effects();
    }

    void quoteAll() {
      for (int i = 0; i < state.stages().size(); i++) {
        handle(new ChainEvent.StageQuoted(i, 1, 100, PRICE), 0);
      }
    }

    void complete(int stage, TaskSet succeeded, long nowMillis) {
      int attempt = state.stages().get(stage).attempt();
      handle(
          new ChainEvent.StageEnded(
              stage, attempt, ChainEvent.Result.COMPLETED, succeeded, PRICE, nowMillis),
          nowMillis);
    }

    StageState.Phase phase(int stage) {
      return state.stages().get(stage).phase();
    }
  }

  private static List<ChainStage> line(StartCondition condition) {
    return List.of(
        new ChainStage("a", 4, List.of()),
        new ChainStage("b", 4, List.of(new ChainStage.Predecessor(0, condition))),
        new ChainStage("c", 4, List.of(new ChainStage.Predecessor(1, condition))));
  }

  @Test
  void requestsAQuoteForEachStage() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    assertThat(run.effects)
        .containsExactly(
            new ChainEffect.RequestQuote(0, 1),
            new ChainEffect.RequestQuote(1, 1),
            new ChainEffect.RequestQuote(2, 1));
  }

  @Test
  void promiseIsTheCriticalPathWithSlack() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.RUNNING);
    assertThat(run.state.promisedMillis()).isEqualTo(3 * (100 + 50 + 10));
    assertThat(run.state.quote().orElseThrow().price()).isEqualTo(new Money(6_000));
    assertThat(run.effects)
        .containsExactly(
            new ChainEffect.EndQuote(2, 1),
            new ChainEffect.SubmitStage(0, 2, TaskSet.first(4), 160, Optional.empty()));
  }

  @Test
  void parallelStagesAddNothingToThePromise() {
    run.submit(
        List.of(
            new ChainStage("a", 1, List.of()),
            new ChainStage("b", 1, List.of()),
            new ChainStage(
                "c",
                1,
                List.of(
                    new ChainStage.Predecessor(0, StartCondition.ALL_SUCCEEDED),
                    new ChainStage.Predecessor(1, StartCondition.ALL_SUCCEEDED)))),
        Time.NEVER,
        Optional.empty());
    run.quoteAll();
    assertThat(run.state.promisedMillis()).isEqualTo(2 * (100 + 50 + 10));
    run.complete(0, TaskSet.first(1), 90);
    assertThat(run.phase(2)).isEqualTo(StageState.Phase.WAITING);
    run.complete(1, TaskSet.first(1), 95);
    assertThat(run.phase(2)).isEqualTo(StageState.Phase.SUBMITTED);
    // All that is left belongs to the last stage.
    assertThat(run.state.stages().get(2).deadlineMillis()).isEqualTo(320);
  }

  @Test
  void deadlineIsPromisedIfItCanBeMet() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), 900, Optional.empty());
    run.quoteAll();
    assertThat(run.state.promisedMillis()).isEqualTo(900);
  }

  @Test
  void userIsAskedIfTheDeadlineCannotBeMet() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), 400, Optional.empty());
    run.quoteAll();
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.QUOTED);
    assertThat(run.state.quote().orElseThrow().completionMillis()).isEqualTo(1_480);
    run.handle(new ChainEvent.QuoteAccepted(), 500);
    assertThat(run.state.promisedMillis()).isEqualTo(1_480);
    assertThat(run.phase(0)).isEqualTo(StageState.Phase.SUBMITTED);
  }

  @Test
  void quoteExpires() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), 400, Optional.empty());
    run.quoteAll();
    assertThat(run.state.timerMillis()).isEqualTo(1_000);
    run.handle(new ChainEvent.TimerFired(), 1_000);
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.DECLINED);
  }

  @Test
  void stageThatIsOfferedLateTakesTheSlackOfLaterStages() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.handle(new ChainEvent.StageOffered(0, 2, 250, PRICE), 10);
    assertThat(run.effects).containsExactly(new ChainEffect.AcceptOffer(0, 2, 250, PRICE));
    run.handle(new ChainEvent.StagePromised(0, 2, 250, PRICE), 11);
    assertThat(ChainSchedule.expectedEnd(run.state, 11)).isEqualTo(450);
    run.complete(0, TaskSet.first(4), 250);
    // 230 remain for 200 of work.
    assertThat(run.state.stages().get(1).deadlineMillis()).isEqualTo(250 + 100 + 15);
  }

  @Test
  void breachOfTheChainIsForecast() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.handle(new ChainEvent.StagePromised(0, 2, 150, PRICE), 10);
    run.handle(new ChainEvent.StageForecast(0, 2, 400), 20);
    assertThat(ChainSchedule.expectedEnd(run.state, 20)).isEqualTo(600);
    assertThat(run.state.promisedMillis()).isLessThan(600);
  }

  @Test
  void chainSucceedsAfterItsLastStage() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    for (int stage = 0; stage < 3; stage++) {
      run.complete(stage, TaskSet.first(4), 100L * (stage + 1));
    }
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.SUCCEEDED);
    assertThat(run.state.endedMillis()).isEqualTo(300);
    assertThat(run.state.isKept()).isTrue();
  }

  @Test
  void stagesAfterAFailedOneAreSkipped() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.complete(0, TaskSet.first(3), 100);
    assertThat(run.phase(0)).isEqualTo(StageState.Phase.FAILED);
    assertThat(run.phase(1)).isEqualTo(StageState.Phase.SKIPPED);
    assertThat(run.phase(2)).isEqualTo(StageState.Phase.SKIPPED);
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.FAILED);
    assertThat(run.state.isKept()).isFalse();
  }

  @Test
  void stagesAfterAnyEndRunAfterAFailedOne() {
    run.submit(line(StartCondition.ANY_ENDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.complete(0, TaskSet.empty(), 100);
    assertThat(run.phase(1)).isEqualTo(StageState.Phase.SUBMITTED);
    assertThat(run.state.stages().get(1).tasks()).isEqualTo(TaskSet.first(4));
  }

  @Test
  void onlyTasksOfSucceededTasksRunPerTask() {
    run.submit(line(StartCondition.PER_TASK), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.complete(0, TaskSet.range(1, 3), 100);
    assertThat(run.state.stages().get(1).tasks()).isEqualTo(TaskSet.range(1, 3));
    run.complete(1, TaskSet.empty(), 200);
    assertThat(run.phase(2)).isEqualTo(StageState.Phase.SKIPPED);
  }

  @Test
  void stageWithoutAProviderIsTriedAgain() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.handle(notPromised(2), 10);
    assertThat(run.phase(0)).isEqualTo(StageState.Phase.WAITING);
    assertThat(run.state.timerMillis()).isEqualTo(110);
    run.handle(new ChainEvent.TimerFired(), 110);
    assertThat(run.state.stages().get(0).attempt()).isEqualTo(3);
    run.handle(notPromised(2), 111);
    assertThat(run.phase(0))
        .as("a late event of an earlier attempt")
        .isEqualTo(StageState.Phase.SUBMITTED);
    run.handle(notPromised(3), 120);
    assertThat(run.phase(0)).isEqualTo(StageState.Phase.FAILED);
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.FAILED);
  }

  private static ChainEvent notPromised(int attempt) {
    return new ChainEvent.StageEnded(
        0, attempt, ChainEvent.Result.NOT_PROMISED, TaskSet.empty(), Money.ZERO, 0);
  }

  @Test
  void chainWithAStageThatNoProviderCanRunHasNoPromise() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.handle(notPromised(1), 0);
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.NO_PROMISE);
    assertThat(run.effects)
        .containsExactly(new ChainEffect.EndQuote(1, 1), new ChainEffect.EndQuote(2, 1));
  }

  @Test
  void budgetLimitsAllStages() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.of(new Money(7_000)));
    run.quoteAll();
    assertThat(run.state.stages().get(0).budget()).contains(new Money(3_000));
    run.handle(new ChainEvent.StageOffered(0, 2, 100, new Money(3_001)), 10);
    assertThat(run.state.stages().get(0).failure()).contains(StageState.Failure.OVER_BUDGET);
    assertThat(run.effects).containsExactly(new ChainEffect.CancelStage(0, 2));
  }

  @Test
  void cancelledChainCancelsItsBag() {
    run.submit(line(StartCondition.ALL_SUCCEEDED), Time.NEVER, Optional.empty());
    run.quoteAll();
    run.handle(new ChainEvent.CancelRequested(), 10);
    assertThat(run.effects).containsExactly(new ChainEffect.CancelStage(0, 2));
    assertThat(run.state.phase()).isEqualTo(ChainState.Phase.CANCELLED);
    run.complete(0, TaskSet.first(4), 20);
    assertThat(run.effects).isEmpty();
  }
}
