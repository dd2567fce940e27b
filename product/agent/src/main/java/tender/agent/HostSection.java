package tender.agent;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.agent.batch.host.HostLimits;
import tender.agent.batch.host.HostSettings;
import tender.agent.planning.ShareSettings;
import tender.core.model.BidRange;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.provider.TimeSharingTerms;

/**
 * Settings of a host, whose time is shared by bids.
 *
 * @param taskUser user that runs tasks; required if the agent runs as root
 * @param cpus on which tasks may run, by the kernel's numbers; default: all
 * @param minBidPerMinute in credits, as the maximum
 * @param chargeIntervalSeconds interval at which parts are charged and new bids take effect
 * @param maxParts that may run at a time
 * @param maxProcesses of one task
 * @param maxMemoryMb of one task, in megabytes; default: no limit
 * @param cpuWeight of all tasks together; other groups of the machine have 100 by default
 * @param cgroup name of the control group that contains all tasks
 * @param surchargePercent added to the charges of users who share no organisation with the host
 */
public record HostSection(
    Optional<String> taskUser,
    Optional<List<Integer>> cpus,
    Optional<BigDecimal> minBidPerMinute,
    Optional<BigDecimal> maxBidPerMinute,
    Optional<Double> chargeIntervalSeconds,
    Optional<Integer> maxParts,
    Optional<Integer> maxProcesses,
    Optional<Integer> maxMemoryMb,
    Optional<Integer> cpuWeight,
    Optional<String> cgroup,
    Optional<Integer> surchargePercent) {
  static final HostSection DEFAULTS =
      new HostSection(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final BigDecimal DEFAULT_MIN_BID = BigDecimal.ONE;
  private static final BigDecimal DEFAULT_MAX_BID = BigDecimal.valueOf(100);
  private static final double DEFAULT_INTERVAL_SECONDS = 5;
  private static final double MAX_INTERVAL_SECONDS = 600;
  private static final int DEFAULT_MAX_PARTS = 8;
  private static final int DEFAULT_MAX_PROCESSES = 256;
  private static final int DEFAULT_WEIGHT = 100;

  public HostSettings hostSettings() {
    return new HostSettings(
        cgroup.orElse("host"),
        taskUser,
        new HostLimits(
            cpuWeight.orElse(DEFAULT_WEIGHT),
            cpus.orElse(List.of()),
            maxProcesses.orElse(DEFAULT_MAX_PROCESSES),
            maxMemoryMb.isPresent()
                ? OptionalLong.of((long) maxMemoryMb.get() << 20)
                : OptionalLong.empty()));
  }

  ShareSettings shareSettings() {
    double seconds = chargeIntervalSeconds.orElse(DEFAULT_INTERVAL_SECONDS);
    if (!(seconds >= 0.5) || seconds > MAX_INTERVAL_SECONDS) {
      throw new IllegalArgumentException(
          "The setting 'host.charge_interval_seconds' is %s, and must be from 0.5 to 600."
              .formatted(seconds));
    }
    return new ShareSettings(
        new TimeSharingTerms(
            money(minBidPerMinute.orElse(DEFAULT_MIN_BID), "host.min_bid_per_minute"),
            money(maxBidPerMinute.orElse(DEFAULT_MAX_BID), "host.max_bid_per_minute"),
            maxParts.orElse(DEFAULT_MAX_PARTS),
            surcharge()),
        Math.round(seconds * Time.SECOND_MILLIS));
  }

  private int surcharge() {
    try {
      return BidRange.requireSurcharge(surchargePercent.orElse(0));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The setting 'host.surcharge_percent' is %d, and must be from 0 to %d."
              .formatted(surchargePercent.orElse(0), BidRange.MAX_SURCHARGE_PERCENT),
          e);
    }
  }

  private static Money money(BigDecimal credits, String setting) {
    try {
      return new Money(credits.movePointRight(3).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "The setting '" + setting + "' is " + credits + ", and must have at most three decimals.",
          e);
    }
  }
}
