package tender.core.compose;

import java.util.Arrays;
import java.util.List;

/**
 * PLB: the bag is divided among the offers that meet the deadline in proportion to their sizes
 * (Netto and Buyya, section 4.2, OffersWithPLB). The size of an offer is all that the metascheduler
 * knows of a provider's load and power, so it represents both. If the offers that meet the deadline
 * do not cover the bag, the earliest completion is composed.
 */
public final class ProportionalLoadBalancing implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    return LoadBalancing.compose(replies, new BySize());
  }

  private static final class BySize implements LoadBalancing.SharingRule {
    @Override
    public void share(int tasks, CompositionBuilder shares, List<Integer> replies) {
      int[] sizes = replies.stream().mapToInt(reply -> shares.offer(reply).tasks()).toArray();
      double[] weights = Arrays.stream(sizes).asDoubleStream().toArray();
      int[] parts = Apportionment.share(tasks, weights, sizes);
      for (int i = 0; i < parts.length; i++) {
        shares.assign(replies.get(i), parts[i]);
      }
    }
  }
}
