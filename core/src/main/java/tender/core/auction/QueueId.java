package tender.core.auction;

import java.util.Comparator;
import tender.core.model.ProviderId;

/**
 * Identifies a queue of a provider.
 *
 * @param number among the provider's queues, from 0 on
 */
public record QueueId(ProviderId provider, int number) implements Comparable<QueueId> {
  private static final Comparator<QueueId> ORDER =
      Comparator.comparing(QueueId::provider).thenComparingInt(QueueId::number);

  @Override
  public int compareTo(QueueId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return provider + "/" + number;
  }
}
