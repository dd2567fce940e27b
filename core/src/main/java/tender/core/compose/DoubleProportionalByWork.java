package tender.core.compose;

import java.util.List;
import java.util.Optional;
import tender.core.compose.UnusedOffer.Reason;
import tender.core.model.Disclosure;
import tender.core.model.Time;

/**
 * DPLBV2: like {@link DoubleProportionalLoadBalancing}, but inside a group the less loaded provider
 * gets more (Netto and Buyya, section 5, OffersWithDPLBV2). The paper says only that the work a
 * provider still has to do takes the place of its power.
 *
 * <p>Our reading: weight = power / (1 h + backlog), where backlog = remaining work / power is the
 * time that the provider still has to work at full power. Idle providers share by power; a provider
 * that is busy for an hour gets half of what it would get idle. The hour keeps a small difference
 * between nearly idle providers from dominating.
 */
public final class DoubleProportionalByWork implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    return LoadBalancing.compose(replies, new ByWork());
  }

  private static final class ByWork implements LoadBalancing.SharingRule {
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
      double power = disclosure.power().orElseThrow();
      double backlogMillis = disclosure.remainingWork().orElseThrow() / power;
      return power / (Time.HOUR_MILLIS + backlogMillis);
    }
  }
}
