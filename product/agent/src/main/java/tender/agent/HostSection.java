package tender.agent;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.agent.batch.host.HostSettings;
import tender.agent.batch.host.HostLimits;
import tender.agent.execution.ShareSettings;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.provider.TimeSharingTerms;

/**
 * This machine, whose time is shared by those who bid.
 *
 * @param user as whom tasks run; an agent that is root must name one
 * @param processors on which they may run, by the kernel's numbers; left out: all
 * @param leastBidPerMinute in credits, as the most
 * @param intervalSeconds after how long everybody is charged, and new bids count
 * @param biddersAtMost parts of bags that may run at a time
 * @param processesAtMost of one task
 * @param memoryMb of one task, in megabytes; left out: no limit
 * @param weight of all tasks together beside the machine's own users, of whom each group has 100
 * @param group the name of the control group that all tasks are in
 */
public record HostSection(
    Optional<String> user,
    Optional<List<Integer>> processors,
    Optional<BigDecimal> leastBidPerMinute,
    Optional<BigDecimal> mostBidPerMinute,
    Optional<Double> intervalSeconds,
    Optional<Integer> biddersAtMost,
    Optional<Integer> processesAtMost,
    Optional<Integer> memoryMb,
    Optional<Integer> weight,
    Optional<String> group) {
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
          Optional.empty());

  private static final BigDecimal DEFAULT_LEAST = BigDecimal.ONE;
  private static final BigDecimal DEFAULT_MOST = BigDecimal.valueOf(100);
  private static final double DEFAULT_INTERVAL_SECONDS = 5;
  private static final double MOST_INTERVAL_SECONDS = 600;
  private static final int DEFAULT_BIDDERS = 8;
  private static final int DEFAULT_PROCESSES = 256;
  private static final int DEFAULT_WEIGHT = 100;

  HostSettings hostSettings() {
    return new HostSettings(
        group.orElse("host"),
        user,
        new HostLimits(
            weight.orElse(DEFAULT_WEIGHT),
            processors.orElse(List.of()),
            processesAtMost.orElse(DEFAULT_PROCESSES),
            memoryMb.isPresent()
                ? OptionalLong.of((long) memoryMb.get() << 20)
                : OptionalLong.empty()));
  }

  ShareSettings shareSettings() {
    double seconds = intervalSeconds.orElse(DEFAULT_INTERVAL_SECONDS);
    if (!(seconds >= 0.5) || seconds > MOST_INTERVAL_SECONDS) {
      throw new IllegalArgumentException(
          "The setting 'host.interval_seconds' is " + seconds + ", and must be from 0.5 to 600.");
    }
    return new ShareSettings(
        new TimeSharingTerms(
            money(leastBidPerMinute.orElse(DEFAULT_LEAST), "host.least_bid_per_minute"),
            money(mostBidPerMinute.orElse(DEFAULT_MOST), "host.most_bid_per_minute"),
            biddersAtMost.orElse(DEFAULT_BIDDERS)),
        Math.round(seconds * Time.SECOND_MILLIS));
  }

  private static Money money(BigDecimal credits, String setting) {
    try {
      return new Money(credits.movePointRight(3).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "The setting '"
              + setting
              + "' is "
              + credits
              + ", and must be credits with at most three decimals.",
          e);
    }
  }
}
