package tender.core.auction;

import java.util.List;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.profile.ArrayProfile;

/**
 * What a provider publishes about one of its queues for a cycle. The slots imply its waiting time
 * and load.
 *
 * @param cluster the queue's own processors and their speed
 * @param pricePerProcessorHour the provider's initial valuation
 * @param slots when processors are free; they add up where they overlap, and none begins beyond the
 *     provider's look-ahead
 */
public record QueueReport(
    QueueId id, Cluster cluster, Money pricePerProcessorHour, List<FreeSlot> slots) {
  public QueueReport {
    slots = List.copyOf(slots);
    pricePerProcessorHour.requireNotNegative("The price of queue " + id);
    long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
    if (processors > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "The slots of queue " + id + " add up to " + processors + " processors.");
    }
  }

  /** Free processors from an instant on; slots beyond the queue's own processors are ignored. */
  public ArrayProfile free(long nowMillis) {
    ArrayProfile free = ArrayProfile.of(nowMillis, 0);
    for (FreeSlot slot : slots) {
      if (slot.untilMillis() > nowMillis) {
        release(
            free, Math.max(nowMillis, slot.fromMillis()), slot.untilMillis(), slot.processors());
      }
    }
    return free;
  }

  private void release(ArrayProfile free, long fromMillis, long untilMillis, int processors) {
    int room = cluster.processors() - free.maxFree(fromMillis, untilMillis);
    if (room > 0) {
      free.release(fromMillis, untilMillis, Math.min(processors, room));
    }
  }
}
