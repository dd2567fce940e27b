package tender.core.metascheduler.state;

import java.util.Optional;
import tender.core.check.ValueChecks;
import tender.core.model.Money;

/**
 * The latest of the waves in which a call reaches its providers, if there are too many to call them
 * all together.
 *
 * @param firstProvider the place of its first provider among the called ones; earlier waves have
 *     been answered, or are no longer awaited
 * @param notCalled how many more providers could be called
 * @param previous what the offers of the earlier waves amounted to; empty for the first wave, and
 *     if they did not cover the tasks
 */
public record CallWave(int firstProvider, int notCalled, Optional<Outcome> previous) {
  public CallWave {
    ValueChecks.notNegative(firstProvider, "The place of a wave's first provider");
    ValueChecks.notNegative(notCalled, "The number of providers that are not called");
  }

  /** When the best composition of some waves ends, and its price. */
  public record Outcome(long completionMillis, Money price) {}
}
