package tender.agent.provider;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.core.provider.Provider;

/**
 * Tells the auction what stands free, if the owner lets it: at once when that has changed, and
 * again after a while, since the market forgets. Only what is new is written into the disclosure
 * log; the same said again tells nobody anything.
 */
final class Publisher {
  /** A job that is late lets everything behind it move all the time. */
  private static final long LEAST_PAUSE_MILLIS = Time.SECOND_MILLIS;

  private final Optional<PublishSettings> settings;
  private final MarketSide market;
  private final DisclosureLog disclosures;
  private List<FreeSlot> told = List.of();
  private long toldMillis = -Time.LIMIT_MILLIS;

  Publisher(Optional<PublishSettings> settings, MarketSide market, DisclosureLog disclosures) {
    this.settings = settings;
    this.market = market;
    this.disclosures = disclosures;
  }

  /** To be called after each look at the queue. */
  void publish(Provider provider, long nowMillis) {
    long pausedMillis = nowMillis < toldMillis ? Time.NEVER : nowMillis - toldMillis;
    if (settings.isPresent() && pausedMillis >= LEAST_PAUSE_MILLIS) {
      Message.Published fresh = provider.published(settings.get().lookAheadMillis(), nowMillis);
      List<FreeSlot> telling = withoutThePresent(fresh);
      boolean isNew = !telling.equals(told);
      if (isNew) {
        disclosures.published(fresh);
      }
      if (isNew || pausedMillis >= settings.get().everyMillis()) {
        market.publish(fresh);
        told = telling;
        toldMillis = nowMillis;
      }
    }
  }

  /** What stands free now did so before as well, and it is not news that time has passed. */
  private static List<FreeSlot> withoutThePresent(Message.Published published) {
    return published.slots().stream()
        .map(
            slot ->
                slot.fromMillis() <= published.madeMillis()
                    ? new FreeSlot(-Time.LIMIT_MILLIS, slot.untilMillis(), slot.processors())
                    : slot)
        .toList();
  }
}
