package tender.core.chain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The state machine of chains.
 *
 * <ol>
 *   <li>It requests a quote for each stage. Quotes hold nothing.
 *   <li>From the quoted spans and explicit slack it makes the quote of the chain. If that meets the
 *       deadline and the budget, it becomes the promise, or else the user is asked.
 *   <li>It submits each stage when its predecessors allow it, with a deadline that is its part of
 *       what is left. A stage that no provider can end by then takes the slack of later stages.
 *   <li>A stage whose predecessors failed is skipped, and so are stages after it.
 * </ol>
 */
public final class ChainMachine {
  /** A quote beyond the budget has a margin, because prices of later stages may rise. */
  private static final int PRICE_MARGIN_PERCENT = 25;

  private final ChainPolicy policy;

  public ChainMachine(ChainPolicy policy) {
    this.policy = policy;
  }

  /**
   * A new chain.
   *
   * @param plan the stages, each after its predecessors
   * @param deadlineMillis {@link Time#NEVER} for as early as possible
   */
  public ChainTransition submit(
      List<ChainStage> plan,
      long deadlineMillis,
      Optional<Money> budget,
      boolean quoteFirst,
      long nowMillis) {
    List<StageState> stages =
        plan.stream().map(stage -> StageState.quoting(stage.tasks())).toList();
    ChainState state =
        new ChainState(
            ChainState.Phase.QUOTING,
            plan,
            stages,
            nowMillis,
            deadlineMillis,
            budget,
            quoteFirst,
            Optional.empty(),
            Time.NEVER,
            Time.NEVER,
            Time.NEVER);
    List<ChainEffect> effects = new ArrayList<>();
    for (int i = 0; i < plan.size(); i++) {
      effects.add(new ChainEffect.RequestQuote(i, stages.get(i).attempt()));
    }
    return new ChainTransition(state, effects);
  }

  /** Handles an event. */
  public ChainTransition handle(ChainState state, ChainEvent event, long nowMillis) {
    if (state.phase().isEnded()) {
      return unchanged(state);
    }
    return switch (event) {
      case ChainEvent.OfStage ofStage ->
          ofStage.attempt() == state.stages().get(ofStage.stage()).attempt()
              ? ofStage(state, ofStage, nowMillis)
              : unchanged(state);
      case ChainEvent.QuoteAccepted _ -> accepted(state, nowMillis);
      case ChainEvent.CancelRequested _ -> cancelled(state, nowMillis);
      case ChainEvent.TimerFired _ -> timerFired(state, nowMillis);
    };
  }

  private static ChainTransition unchanged(ChainState state) {
    return new ChainTransition(state, List.of());
  }

  private ChainTransition ofStage(ChainState state, ChainEvent.OfStage event, long nowMillis) {
    StageState stage = state.stages().get(event.stage());
    return switch (event) {
      case ChainEvent.StageQuoted quoted when stage.phase() == StageState.Phase.QUOTING ->
          quoted(state, quoted, nowMillis);
      case ChainEvent.StagePromised promised
          when stage.phase() == StageState.Phase.SUBMITTED
              || stage.phase() == StageState.Phase.RUNNING ->
          unchanged(
              state.withStage(
                  promised.stage(), stage.promised(promised.completionMillis(), promised.price())));
      case ChainEvent.StageOffered offered when stage.phase() == StageState.Phase.SUBMITTED ->
          offered(state, offered, nowMillis);
      case ChainEvent.StageForecast forecast when stage.phase() == StageState.Phase.RUNNING ->
          unchanged(state.withStage(forecast.stage(), stage.forecast(forecast.completionMillis())));
      case ChainEvent.StageEnded ended when stage.phase() == StageState.Phase.QUOTING ->
          quoteEnded(state, ended, nowMillis);
      case ChainEvent.StageEnded ended
          when stage.phase() == StageState.Phase.SUBMITTED
              || stage.phase() == StageState.Phase.RUNNING ->
          ended(state, ended, nowMillis);
      default -> unchanged(state);
    };
  }

  private ChainTransition quoted(ChainState state, ChainEvent.StageQuoted quoted, long nowMillis) {
    ChainState next =
        state.withStage(
            quoted.stage(),
            state.stages().get(quoted.stage()).quoted(quoted.spanMillis(), quoted.price()));
    List<ChainEffect> effects = new ArrayList<>();
    effects.add(new ChainEffect.EndQuote(quoted.stage(), quoted.attempt()));
    boolean isComplete =
        next.stages().stream().allMatch(stage -> stage.phase() == StageState.Phase.WAITING);
    return isComplete ? offerChain(next, effects, nowMillis) : new ChainTransition(next, effects);
  }

  /** Promises the chain, or asks the user. */
  private ChainTransition offerChain(ChainState state, List<ChainEffect> effects, long nowMillis) {
    long completionMillis = nowMillis + ChainSchedule.promisedSpan(state, policy);
    Money price = ChainSchedule.total(state);
    boolean isInTime = completionMillis <= state.deadlineMillis();
    boolean isAffordable = state.budget().map(budget -> price.compareTo(budget) <= 0).orElse(true);
    boolean hasDeadline = state.deadlineMillis() != Time.NEVER;
    if (isInTime && isAffordable && !state.quoteFirst()) {
      long promisedMillis = hasDeadline ? state.deadlineMillis() : completionMillis;
      ChainState promised =
          state.promised(new ChainState.ChainQuote(promisedMillis, price), state.budget());
      return start(promised, effects, nowMillis);
    }
    // The user may accept at the last moment.
    long acceptedMillis = completionMillis + policy.quoteValidMillis();
    boolean keepsDeadline = hasDeadline && acceptedMillis <= state.deadlineMillis();
    Money limit = isAffordable ? price : price.withSurcharge(PRICE_MARGIN_PERCENT);
    return new ChainTransition(
        state.quoted(
            new ChainState.ChainQuote(
                keepsDeadline ? state.deadlineMillis() : acceptedMillis, limit),
            nowMillis + policy.quoteValidMillis()),
        effects);
  }

  private ChainTransition accepted(ChainState state, long nowMillis) {
    if (state.phase() != ChainState.Phase.QUOTED) {
      return unchanged(state);
    }
    ChainState.ChainQuote quote = state.quote().orElseThrow();
    Optional<Money> budget =
        state.budget().map(most -> Collections.max(List.of(most, quote.price())));
    return start(state.promised(quote, budget), new ArrayList<>(), nowMillis);
  }

  private ChainTransition quoteEnded(
      ChainState state, ChainEvent.StageEnded ended, long nowMillis) {
    StageState stage = state.stages().get(ended.stage());
    if (ended.result() == ChainEvent.Result.EXPIRED && stage.attempt() < policy.attempts()) {
      StageState again = stage.quotedAgain();
      return new ChainTransition(
          state.withStage(ended.stage(), again),
          List.of(new ChainEffect.RequestQuote(ended.stage(), again.attempt())));
    }
    StageState.Failure why =
        ended.result() == ChainEvent.Result.REFUSED
            ? StageState.Failure.REFUSED
            : StageState.Failure.NOT_PROMISED;
    ChainState failed =
        state.withStage(
            ended.stage(),
            stage.ended(
                StageState.Phase.FAILED, Optional.of(why), TaskSet.empty(), Money.ZERO, nowMillis));
    return end(failed, ChainState.Phase.NO_PROMISE, nowMillis);
  }

  private ChainTransition offered(
      ChainState state, ChainEvent.StageOffered offered, long nowMillis) {
    StageState stage = state.stages().get(offered.stage());
    Optional<Money> left = ChainSchedule.budget(state, offered.stage());
    if (left.isPresent() && offered.price().compareTo(left.get()) > 0) {
      ChainState failed =
          state.withStage(
              offered.stage(),
              stage.ended(
                  StageState.Phase.FAILED,
                  Optional.of(StageState.Failure.OVER_BUDGET),
                  TaskSet.empty(),
                  Money.ZERO,
                  nowMillis));
      List<ChainEffect> effects = new ArrayList<>();
      effects.add(new ChainEffect.CancelStage(offered.stage(), offered.attempt()));
      return start(failed, effects, nowMillis);
    }
    return new ChainTransition(
        state.withStage(
            offered.stage(), stage.accepting(offered.completionMillis(), offered.price())),
        List.of(
            new ChainEffect.AcceptOffer(
                offered.stage(), offered.attempt(), offered.completionMillis(), offered.price())));
  }

  private ChainTransition ended(ChainState state, ChainEvent.StageEnded ended, long nowMillis) {
    StageState stage = state.stages().get(ended.stage());
    boolean isTriedAgain =
        (ended.result() == ChainEvent.Result.NOT_PROMISED
                || ended.result() == ChainEvent.Result.EXPIRED)
            && stage.attempt() < policy.attempts();
    StageState next =
        isTriedAgain ? stage.waitingUntil(nowMillis + policy.retryMillis()) : ending(stage, ended);
    return start(state.withStage(ended.stage(), next), new ArrayList<>(), nowMillis);
  }

  private static StageState ending(StageState stage, ChainEvent.StageEnded ended) {
    Optional<StageState.Failure> why =
        switch (ended.result()) {
          case COMPLETED ->
              ended.succeeded().equals(stage.tasks())
                  ? Optional.empty()
                  : Optional.of(StageState.Failure.TASKS_FAILED);
          case NOT_PROMISED, EXPIRED -> Optional.of(StageState.Failure.NOT_PROMISED);
          case REFUSED -> Optional.of(StageState.Failure.REFUSED);
          case CANCELLED -> Optional.of(StageState.Failure.CANCELLED);
          case STOPPED -> Optional.of(StageState.Failure.TASKS_FAILED);
          case GIVEN_UP -> Optional.of(StageState.Failure.GIVEN_UP);
        };
    return stage.ended(
        why.isEmpty() ? StageState.Phase.SUCCEEDED : StageState.Phase.FAILED,
        why,
        ended.succeeded(),
        ended.paid(),
        ended.endedMillis());
  }

  private ChainTransition timerFired(ChainState state, long nowMillis) {
    if (state.phase() == ChainState.Phase.QUOTED) {
      return nowMillis >= state.quoteExpiresMillis()
          ? end(state, ChainState.Phase.DECLINED, nowMillis)
          : unchanged(state);
    }
    return state.phase() == ChainState.Phase.RUNNING
        ? start(state, new ArrayList<>(), nowMillis)
        : unchanged(state);
  }

  private static ChainTransition cancelled(ChainState state, long nowMillis) {
    return end(
        state,
        state.phase() == ChainState.Phase.QUOTED
            ? ChainState.Phase.DECLINED
            : ChainState.Phase.CANCELLED,
        nowMillis);
  }

  /** Ends the chain before its stages have ended. */
  private static ChainTransition end(ChainState state, ChainState.Phase ending, long nowMillis) {
    ChainState next = state;
    List<ChainEffect> effects = new ArrayList<>();
    for (int i = 0; i < state.stages().size(); i++) {
      StageState stage = state.stages().get(i);
      switch (stage.phase()) {
        case QUOTING -> effects.add(new ChainEffect.EndQuote(i, stage.attempt()));
        case SUBMITTED, RUNNING -> effects.add(new ChainEffect.CancelStage(i, stage.attempt()));
        default -> {}
      }
      if (!stage.phase().isEnded()) {
        next = next.withStage(i, stage.skipped(StageState.Failure.CANCELLED, nowMillis));
      }
    }
    return new ChainTransition(next.ended(ending, nowMillis), effects);
  }

  /**
   * Submits or skips the stages whose predecessors have ended, and ends the chain after the last.
   */
  private static ChainTransition start(
      ChainState state, List<ChainEffect> effects, long nowMillis) {
    ChainState next = state;
    for (int i = 0; i < next.stages().size(); i++) {
      StageState stage = next.stages().get(i);
      if (stage.phase() != StageState.Phase.WAITING) {
        continue;
      }
      Readiness readiness = readiness(next, i);
      if (readiness.isSkipped()) {
        next = next.withStage(i, stage.skipped(StageState.Failure.PREDECESSOR, nowMillis));
      } else if (readiness.isReady() && nowMillis >= stage.retryMillis()) {
        StageState submitted =
            stage.submitted(
                readiness.tasks(),
                ChainSchedule.deadlineMillis(next, i, nowMillis),
                ChainSchedule.budget(next, i));
        next = next.withStage(i, submitted);
        effects.add(
            new ChainEffect.SubmitStage(
                i,
                submitted.attempt(),
                submitted.tasks(),
                submitted.deadlineMillis(),
                submitted.budget()));
      }
    }
    if (next.stages().stream().allMatch(stage -> stage.phase().isEnded())) {
      next = ended(next);
    }
    return new ChainTransition(next, effects);
  }

  private static ChainState ended(ChainState state) {
    boolean isSuccess =
        state.stages().stream().allMatch(stage -> stage.phase() == StageState.Phase.SUCCEEDED);
    long lastMillis =
        state.stages().stream().mapToLong(StageState::endedMillis).max().orElseThrow();
    return state.ended(
        isSuccess ? ChainState.Phase.SUCCEEDED : ChainState.Phase.FAILED, lastMillis);
  }

  /** Whether a stage can start, and with which tasks. */
  private record Readiness(boolean isReady, boolean isSkipped, TaskSet tasks) {}

  private static Readiness readiness(ChainState state, int stage) {
    TaskSet tasks = state.stages().get(stage).tasks();
    boolean isReady = true;
    boolean isSkipped = false;
    for (ChainStage.Predecessor predecessor : state.plan().get(stage).predecessors()) {
      StageState before = state.stages().get(predecessor.stage());
      isReady &= before.phase().isEnded();
      switch (predecessor.condition()) {
        case ALL_SUCCEEDED ->
            isSkipped |= before.phase().isEnded() && before.phase() != StageState.Phase.SUCCEEDED;
        case ANY_ENDED -> {}
        case PER_TASK -> {
          if (before.phase().isEnded()) {
            tasks = tasks.intersect(before.succeeded());
          }
        }
      }
    }
    return new Readiness(isReady, isSkipped || tasks.isEmpty(), tasks);
  }
}
