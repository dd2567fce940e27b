package tender.agent.provider;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.core.provider.ProviderRules;

/**
 * Tells the auction what stands free, if the owner lets it: at once when that has changed, and
 * again after a while, since the market forgets. Only what is new is written into the disclosure
 * log; the same said again tells nobody anything.
 */
final class Publisher {
  private static final long LEAST_PAUSE_MILLIS = Time.SECOND_MILLIS;
  private static final long NEVER_TOLD = -Time.LIMIT_MILLIS;

  private final Optional<PublishSettings> settings;
  private final MarketSide market;
  private final DisclosureLog disclosures;
  private List<FreeSlot> written = List.of();
  private long toldMillis = NEVER_TOLD;

  Publisher(Optional<PublishSettings> settings, MarketSide market, DisclosureLog disclosures) {
    this.settings = settings;
    this.market = market;
    this.disclosures = disclosures;
  }

  /** To be called after each look at the queue. */
  void publish(ProviderRules provider, long nowMillis) {
    long pausedMillis = nowMillis < toldMillis ? Time.NEVER : nowMillis - toldMillis;
    if (settings.isPresent() && pausedMillis >= LEAST_PAUSE_MILLIS) {
      long everyMillis = settings.get().everyMillis();
      provider
          .published(settings.get().lookAheadMillis(), nowMillis)
          .ifPresent(fresh -> publish(fresh, everyMillis, pausedMillis, nowMillis));
    }
  }

  private void publish(
      Message.Published fresh, long everyMillis, long pausedMillis, long nowMillis) {
    boolean isNews = isNews(fresh, everyMillis);
    if (isNews) {
      disclosures.published(fresh);
      written = fresh.slots();
    }
    if (isNews || pausedMillis >= everyMillis) {
      market.publish(fresh);
      toldMillis = nowMillis;
    }
  }

  /**
   * Whether it differs from what was last written down by more than the passing of time: what
   * stands free now did so before, and a job that is late lets all behind it move a little with
   * every look.
   */
  private boolean isNews(Message.Published fresh, long toleranceMillis) {
    long soonMillis = fresh.madeMillis() + toleranceMillis;
    if (toldMillis == NEVER_TOLD || fresh.slots().size() != written.size()) {
      return true;
    }
    for (int i = 0; i < written.size(); i++) {
      FreeSlot before = written.get(i);
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
