package tender.simulator.auction;

import java.util.List;
import java.util.stream.IntStream;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * A site whose processors are split over queues.
 *
 * @param queues each queue's processors
 * @param pricePerProcessorHour the provider's initial valuation
 */
public record AuctionSite(
    ProviderId id, List<Integer> queues, int speedPermille, Money pricePerProcessorHour) {
  public AuctionSite {
    queues = List.copyOf(queues);
  }

  /** Splits processors by the given proportions; the remainder goes to the last queue. */
  public static List<Integer> split(int processors, int... proportions) {
    int all = IntStream.of(proportions).sum();
    Integer[] shares = new Integer[proportions.length];
    int left = processors;
    for (int i = 0; i < proportions.length - 1; i++) {
      shares[i] = Math.toIntExact((long) processors * proportions[i] / all);
      left -= shares[i];
    }
    shares[proportions.length - 1] = left;
    return List.of(shares);
  }

  Cluster cluster(int queue) {
    return new Cluster(queues.get(queue), speedPermille);
  }

  int processors() {
    return queues.stream().mapToInt(processors -> processors).sum();
  }
}
