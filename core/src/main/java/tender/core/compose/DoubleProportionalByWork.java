package tender.core.compose;

import java.util.List;
import java.util.Optional;
import tender.core.compose.UnusedOffer.Reason;
import tender.core.model.Disclosure;

/**
 * DPLBV2: like {@link DoubleProportionalLoadBalancing}, but inside a group the less loaded provider
 * gets more (Netto and Buyya, section 5, OffersWithDPLBV2). The paper says that the work which a
 * provider still has to do is used "in the same way" as power in the parameter DP.
 *
 * <p>Taken literally, that would give the most loaded provider the most tasks. So the weight is the
 * inverse: weight = 1 / remaining work. A provider without remaining work has no such weight; idle
 * providers come before all others of the group and share by power, as under DPLB.
 */
public final class DoubleProportionalByWork implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    return LoadBalancing.compose(replies, new ByWork());
  }

  private static final class ByWork implements LoadBalancing.SharingRule {
    /**
     * Separates idle providers from all others: at least 2^63 times the weight of any provider that
     * has work, so that not even one task of a bag goes to the latter.
     */
    private static final double IDLE = 0x1p63;

    @Override
    public Optional<Reason> excludes(Disclosure disclosure) {
      if (disclosure.power().isEmpty()) {
        return Optional.of(Reason.POWER_NOT_DISCLOSED);
      }
      return disclosure.remainingWork().isPresent()
          ? Optional.empty()
          : Optional.of(Reason.WORK_NOT_DISCLOSED);
    }

    @Override
    public void share(int tasks, CompositionBuilder shares, List<Integer> replies) {
      DoubleProportion.share(tasks, shares, replies, ByWork::weight);
    }

    private static double weight(Disclosure disclosure) {
      long work = disclosure.remainingWork().orElseThrow();
      return work == 0 ? IDLE * disclosure.power().orElseThrow() : 1.0 / work;
    }
  }
}
