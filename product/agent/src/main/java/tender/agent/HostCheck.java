package tender.agent;

import java.util.List;
import tender.agent.batch.host.HostSettings;
import tender.agent.planning.ShareSettings;
import tender.core.model.Time;

/** The lines of the check report that are specific to a host. */
final class HostCheck {
  private HostCheck() {}

  static List<String> of(HostSection section, ShareSettings shares) {
    HostSettings host = section.hostSettings();
    return List.of(
        "  share %s among at most %d parts, by their bids"
            .formatted(
                host.limits().processors().isEmpty()
                    ? "all processors"
                    : "the processors " + host.limits().processors(),
                shares.sharing().maxBidders()),
        "  accept bids from %s to %s credits per minute, and charge every %.1f s"
            .formatted(
                shares.sharing().minBidPerMinute(),
                shares.sharing().maxBidPerMinute(),
                shares.intervalMillis() / (double) Time.SECOND_MILLIS),
        shares.sharing().surchargePercent() == 0
            ? "  charge users of all organisations the same"
            : "  add %d %% to the charges of users who share no organisation with this host"
                .formatted(shares.sharing().surchargePercent()),
        "  give all tasks together the CPU weight %s; other control groups have 100 by default"
            .formatted(host.limits().weight()),
        "  run tasks as "
            + host.user().orElse("the agent's own user")
            + ", each with at most "
            + host.limits().maxProcesses()
            + " processes and "
            + (host.limits().memoryBytes().isPresent()
                ? (host.limits().memoryBytes().getAsLong() >> 20) + " MB of memory"
                : "no memory limit"));
  }
}
