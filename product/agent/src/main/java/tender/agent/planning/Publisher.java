package tender.agent.planning;

import tender.agent.owner.DisclosureLog;
import tender.agent.execution.MarketPort;
import tender.agent.execution.PublishSettings;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.core.provider.ProviderStateMachine;

/**
 * Tells the auction what stands free, if the owner lets it: at once when that has changed, and
 * again after a while, since the market forgets. Only what is new is written into the disclosure
 * log; the same said again tells nobody anything.
 */
final class Publisher {
  private static final long MIN_INTERVAL_MILLIS = Time.SECOND_MILLIS;
  private static final long NEVER_PUBLISHED = -Time.LIMIT_MILLIS;

  private final Optional<PublishSettings> settings;
  private final MarketPort market;
  private final DisclosureLog disclosures;
  private List<FreeSlot> logged = List.of();
  private long publishedMillis = NEVER_PUBLISHED;

  Publisher(Optional<PublishSettings> settings, MarketPort market, DisclosureLog disclosures) {
    this.settings = settings;
    this.market = market;
    this.disclosures = disclosures;
  }

  /** To be called after each look at the queue. */
  void publish(ProviderStateMachine provider, long nowMillis) {
    long pausedMillis = nowMillis < publishedMillis ? Time.NEVER : nowMillis - publishedMillis;
    if (settings.isPresent() && pausedMillis >= MIN_INTERVAL_MILLIS) {
      long everyMillis = settings.get().intervalMillis();
      provider
          .publishSlots(settings.get().lookAheadMillis(), nowMillis)
          .ifPresent(fresh -> publish(fresh, everyMillis, pausedMillis, nowMillis));
    }
  }

  private void publish(
      Message.SlotsPublished fresh, long everyMillis, long pausedMillis, long nowMillis) {
    boolean isNews = isChanged(fresh, everyMillis);
    if (isNews) {
      disclosures.published(fresh);
      logged = fresh.slots();
    }
    if (isNews || pausedMillis >= everyMillis) {
      market.publish(fresh);
      publishedMillis = nowMillis;
    }
  }

  /**
   * Whether it differs from what was last written down by more than the passing of time: what
   * stands free now did so before, and a job that is late lets all behind it move a little with
   * every look.
   */
  private boolean isChanged(Message.SlotsPublished fresh, long toleranceMillis) {
    long soonMillis = fresh.madeMillis() + toleranceMillis;
    if (publishedMillis == NEVER_PUBLISHED || fresh.slots().size() != logged.size()) {
      return true;
    }
    for (int i = 0; i < logged.size(); i++) {
      FreeSlot before = logged.get(i);
      FreeSlot now = fresh.slots().get(i);
      long beganMillis = Math.max(before.fromMillis(), soonMillis);
      if (before.processors() != now.processors()
          || Math.abs(Math.max(now.fromMillis(), soonMillis) - beganMillis) > toleranceMillis
          || Math.abs(now.untilMillis() - before.untilMillis()) > toleranceMillis) {
        return true;
      }
    }
    return false;
  }
}
