package tender.core.chain;

import java.util.List;
import java.util.Optional;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * The plan of a chain from its stages' quoted spans, by the critical path method. The slack is what
 * remains between the promise and the critical path; a stage gets the part of it that corresponds
 * to its part of the remaining critical path.
 */
public final class ChainSchedule {
  private static final int PERMILLE = 1_000;

  private ChainSchedule() {}

  /** How long a stage takes with its slack. */
  static long spanWithSlack(StageState stage, ChainPolicy policy) {
    return stage.spanMillis()
        + stage.spanMillis() * policy.slackPermille() / PERMILLE
        + policy.slackMillis();
  }

  /** The length of the critical path with all slack. */
  static long promisedSpan(ChainState state, ChainPolicy policy) {
    long[] ends = new long[state.stages().size()];
    long last = 0;
    for (int i = 0; i < ends.length; i++) {
      ends[i] =
          state.plan().get(i).predecessors().stream()
                  .mapToLong(p -> ends[p.stage()])
                  .max()
                  .orElse(0)
              + spanWithSlack(state.stages().get(i), policy);
      last = Math.max(last, ends[i]);
    }
    return last;
  }

  /**
   * When each stage ends: ended stages when they did, promised ones when they are expected to end,
   * and others after their predecessors, by their quoted spans without slack.
   */
  public static long[] expectedEnds(ChainState state, long nowMillis) {
    List<StageState> stages = state.stages();
    long[] ends = new long[stages.size()];
    for (int i = 0; i < ends.length; i++) {
      StageState stage = stages.get(i);
      long ready =
          state.plan().get(i).predecessors().stream()
              .mapToLong(p -> ends[p.stage()])
              .max()
              .orElse(nowMillis);
      ends[i] =
          switch (stage.phase()) {
            case SUCCEEDED, FAILED, SKIPPED -> stage.endedMillis();
            case RUNNING -> Math.max(nowMillis, stage.forecastMillis());
            case SUBMITTED ->
                stage.forecastMillis() == Time.NEVER
                    ? nowMillis + stage.spanMillis()
                    : Math.max(nowMillis, stage.forecastMillis());
            case QUOTING, WAITING ->
                Math.max(Math.max(ready, nowMillis), stage.retryMillis()) + stage.spanMillis();
          };
    }
    return ends;
  }

  /** When the whole chain is expected to end, by what is known now. */
  public static long expectedEnd(ChainState state, long nowMillis) {
    long last = 0;
    for (long end : expectedEnds(state, nowMillis)) {
      last = Math.max(last, end);
    }
    return last;
  }

  /** The longest path of stages after a stage. */
  static long tailMillis(ChainState state, int stage) {
    long[] tails = new long[state.stages().size()];
    for (int i = tails.length - 1; i >= 0; i--) {
      StageState after = state.stages().get(i);
      long path = after.phase().isEnded() ? 0 : after.spanMillis() + tails[i];
      for (ChainStage.Predecessor before : state.plan().get(i).predecessors()) {
        tails[before.stage()] = Math.max(tails[before.stage()], path);
      }
    }
    return tails[stage];
  }

  /**
   * The deadline of a stage that starts now: its part of what is left until the promise. Without
   * slack it is the quoted span, so that a late chain asks each stage to be as fast as quoted.
   */
  static long deadlineMillis(ChainState state, int stage, long nowMillis) {
    long spanMillis = Math.max(1, state.stages().get(stage).spanMillis());
    long pathMillis = spanMillis + tailMillis(state, stage);
    long slackMillis = Math.max(0, state.promisedMillis() - nowMillis - pathMillis);
    return nowMillis + spanMillis + (long) ((double) slackMillis * spanMillis / pathMillis);
  }

  /**
   * What is left of the budget for a stage, if all others cost what they were quoted for, or cost
   * already.
   */
  static Optional<Money> budget(ChainState state, int stage) {
    return state
        .budget()
        .map(
            budget -> {
              Money others = total(state).minus(state.stages().get(stage).price());
              Money left = budget.minus(others);
              return left.millicredits() < 0 ? Money.ZERO : left;
            });
  }

  /** What all stages cost, by what is known. */
  public static Money total(ChainState state) {
    return state.stages().stream().map(StageState::price).reduce(Money.ZERO, Money::plus);
  }
}
