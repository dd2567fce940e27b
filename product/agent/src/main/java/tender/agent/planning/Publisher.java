package tender.agent.planning;

import java.util.List;
import java.util.Optional;
import tender.agent.execution.MarketPort;
import tender.agent.owner.DisclosureLog;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.core.provider.ProviderStateMachine;

/**
 * Publishes free slots to the auction, if the owner allows it: immediately when they have changed,
 * and again after an interval, because the market forgets them. Only changes are written to the
 * disclosure log, because a repetition discloses nothing new.
 */
final class Publisher {
  private static final long MIN_INTERVAL_MILLIS = Time.SECOND_MILLIS;
  private static final long NEVER_PUBLISHED = -Time.LIMIT_MILLIS;

  private final Optional<PublishSettings> settings;
  private final MarketPort market;
  private final DisclosureLog disclosures;
  private Optional<Cluster> loggedCluster = Optional.empty();
  private List<FreeSlot> logged = List.of();
  private long publishedMillis = NEVER_PUBLISHED;

  Publisher(Optional<PublishSettings> settings, MarketPort market, DisclosureLog disclosures) {
    this.settings = settings;
    this.market = market;
    this.disclosures = disclosures;
  }

  /** Call it after each read of the queue. */
  void publish(ProviderStateMachine provider, long nowMillis) {
    long elapsedMillis = nowMillis < publishedMillis ? Time.NEVER : nowMillis - publishedMillis;
    if (settings.isPresent() && elapsedMillis >= MIN_INTERVAL_MILLIS) {
      long intervalMillis = settings.get().intervalMillis();
      provider
          .publishSlots(settings.get().lookAheadMillis(), nowMillis)
          .ifPresent(current -> publish(current, intervalMillis, elapsedMillis, nowMillis));
    }
  }

  private void publish(
      Message.SlotsPublished current, long intervalMillis, long elapsedMillis, long nowMillis) {
    boolean hasChanged = isChanged(current, intervalMillis);
    if (hasChanged) {
      disclosures.published(current);
      loggedCluster = Optional.of(current.cluster());
      logged = current.slots();
    }
    if (hasChanged || elapsedMillis >= intervalMillis) {
      market.publish(current);
      publishedMillis = nowMillis;
    }
  }

  /**
   * Whether the processors or their speed have changed, or the slots differ from the logged ones by
   * more than the passing of time. Slots that are free now were free before, and a late job shifts
   * all later slots a little with every read.
   */
  private boolean isChanged(Message.SlotsPublished current, long toleranceMillis) {
    long soonMillis = current.madeMillis() + toleranceMillis;
    if (!loggedCluster.equals(Optional.of(current.cluster()))
        || current.slots().size() != logged.size()) {
      return true;
    }
    for (int i = 0; i < logged.size(); i++) {
      FreeSlot previous = logged.get(i);
      FreeSlot slot = current.slots().get(i);
      long previousFromMillis = Math.max(previous.fromMillis(), soonMillis);
      if (previous.processors() != slot.processors()
          || Math.abs(Math.max(slot.fromMillis(), soonMillis) - previousFromMillis)
              > toleranceMillis
          || Math.abs(slot.untilMillis() - previous.untilMillis()) > toleranceMillis) {
        return true;
      }
    }
    return false;
  }
}
