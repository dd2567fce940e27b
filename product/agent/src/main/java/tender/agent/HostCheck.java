package tender.agent;

import java.util.List;
import tender.agent.batch.host.HostSettings;
import tender.agent.execution.ShareSettings;
import tender.core.model.Time;

/** What an agent would do at a host, for its owner to read. */
final class HostCheck {
  private HostCheck() {}

  static List<String> of(HostSection part, ShareSettings shares) {
    HostSettings host = part.hostSettings();
    return List.of(
        "  share %s among at most %d parts of bags, by their bids"
            .formatted(
                host.limits().processors().isEmpty()
                    ? "all processors"
                    : "the processors " + host.limits().processors(),
                shares.sharing().maxBidders()),
        "  take bids from %s to %s credits a minute, and charge for use every %.1f s"
            .formatted(
                shares.sharing().minBidPerMinute(),
                shares.sharing().maxBidPerMinute(),
                shares.intervalMillis() / (double) Time.SECOND_MILLIS),
        "  give all of them together the weight "
            + host.limits().weight()
            + " beside the machine's own groups, which mostly have 100",
        "  run tasks as "
            + host.user().orElse("the agent's own user")
            + ", each with at most "
            + host.limits().maxProcesses()
            + " processes and "
            + (host.limits().memoryBytes().isPresent()
                ? (host.limits().memoryBytes().getAsLong() >> 20) + " MB of memory"
                : "as much memory as there is"));
  }
}
