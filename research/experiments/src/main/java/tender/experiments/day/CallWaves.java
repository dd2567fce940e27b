package tender.experiments.day;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tender.core.call.Candidates;
import tender.core.call.WaveResult;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.EarliestCompletion;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.model.ProviderId;

/**
 * Calls the members of a group for a bag in waves, by the rules of the metascheduler: until the
 * offers suffice, and then until they meet the deadline or a wave has improved little.
 */
final class CallWaves {
  private static final CompositionPolicy COMPOSER = new EarliestCompletion();

  private final CalledGroup group;
  private final DayBag bag;
  private final Function<ProviderId, Reply> answer;
  private final List<Reply> replies;
  private int called;

  /**
   * @param earlier replies that were given before the first wave
   */
  CallWaves(
      CalledGroup group, DayBag bag, Function<ProviderId, Reply> answer, List<Reply> earlier) {
    this.group = group;
    this.bag = bag;
    this.answer = answer;
    replies = new ArrayList<>(earlier);
  }

  /** Calls one wave. */
  Composition first(Candidates candidates) {
    call(candidates, group.perCall());
    return compose();
  }

  /**
   * Calls waves as long as they are worthwhile.
   *
   * @param before the result of the earlier replies, if they sufficed
   */
  Composition all(Candidates candidates, Optional<WaveResult> before) {
    Candidates left = candidates;
    Optional<WaveResult> previous = before;
    while (true) {
      left = left.without(call(left, called == 0 ? group.perCall() : called));
      Composition composition = compose();
      boolean insufficient = composition.unplacedTasks() > 0;
      if (left.isEmpty() || composition.meetsDeadline()) {
        return composition;
      }
      if (!insufficient) {
        WaveResult result = result(bag, composition);
        if (previous.isPresent() && !result.isMuchBetterThan(previous.get())) {
          return composition;
        }
        previous = Optional.of(result);
      }
    }
  }

  static WaveResult result(DayBag bag, Composition composition) {
    return new WaveResult(
        composition.completionMillis() - bag.submittedMillis(), composition.price());
  }

  static Composition compose(DayBag bag, List<Reply> replies) {
    return COMPOSER.compose(new Replies(bag.bag().tasks(), bag.bag().deadlineMillis(), replies));
  }

  /** How many members have been called. */
  int called() {
    return called;
  }

  List<Reply> replies() {
    return replies;
  }

  private List<ProviderId> call(Candidates candidates, int count) {
    List<ProviderId> wave = group.select(bag, candidates, count);
    group.call(bag, wave, answer, replies);
    called += wave.size();
    return wave;
  }

  private Composition compose() {
    return compose(bag, replies);
  }
}
