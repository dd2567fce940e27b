package tender.core.compose;

import java.util.List;
import java.util.Optional;
import tender.core.compose.UnusedOffer.Reason;
import tender.core.model.Disclosure;

/**
 * DPLB: in proportion to size between groups of offers of equal size, and to total computing power
 * inside a group (Netto and Buyya, section 4.2 and Algorithm 1, OffersWithDPLB). If several
 * providers can take the whole bag, their offers are the same, and power distinguishes them. If the
 * offers that meet the deadline, of providers that disclose their power, do not cover the bag, the
 * earliest completion is composed.
 */
public final class DoubleProportionalLoadBalancing implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    return LoadBalancing.compose(replies, new ByPower());
  }

  private static final class ByPower implements LoadBalancing.SharingRule {
    @Override
    public Optional<Reason> excludes(Disclosure disclosure) {
      return disclosure.power().isPresent()
          ? Optional.empty()
          : Optional.of(Reason.POWER_NOT_DISCLOSED);
    }

    @Override
    public void share(int tasks, CompositionBuilder shares, List<Integer> replies) {
      DoubleProportion.share(
          tasks, shares, replies, disclosure -> disclosure.power().orElseThrow());
    }
  }
}
