package tender.core.call;

import java.util.Optional;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;

/**
 * What a provider publishes about itself, if its owner allows it. Its load is private.
 *
 * @param cluster its processors, their speed, and the kinds of its nodes if it publishes them
 */
public record PublishedCapabilities(
    Optional<Cluster> cluster, Optional<Money> pricePerProcessorHour) {
  /** Of a provider that publishes nothing. */
  public static final PublishedCapabilities NOTHING =
      new PublishedCapabilities(Optional.empty(), Optional.empty());

  public PublishedCapabilities {
    if (pricePerProcessorHour.filter(price -> price.compareTo(Money.ZERO) < 0).isPresent()) {
      throw new IllegalArgumentException(
          "The published price is " + pricePerProcessorHour.get() + "; it must not be negative.");
    }
  }

  /** Whether a task of the bag fits, as far as the provider's cluster is published. */
  static boolean mayRun(Optional<Cluster> cluster, Bag bag) {
    if (cluster.isEmpty()) {
      return true;
    }
    boolean suits =
        bag.request()
            .flatMap(request -> cluster.get().nodes().map(nodes -> nodes.suits(request)))
            .orElse(true);
    return suits && cluster.get().processors() >= bag.width();
  }
}
