package tender.agent.planning;

import java.util.Optional;
import tender.agent.owner.UsageHistory;
import tender.core.provider.state.ProviderEvent;

/** Reports to core how busy local users keep the cluster. */
final class LocalLoadReporter {
  /** Smaller changes are not reported. */
  private static final double STEP = 0.02;

  private double reportedShare;

  /** The event for core, if the load has changed. */
  Optional<ProviderEvent> update(UsageHistory history, int processors, long nowMillis) {
    double share = history.localShare(processors, nowMillis);
    if (Math.abs(share - reportedShare) <= STEP) {
      return Optional.empty();
    }
    reportedShare = share;
    return Optional.of(new ProviderEvent.LocalLoadObserved(share));
  }

  /** Core was restarted and knows no load. */
  void reset() {
    reportedShare = 0;
  }
}
