package tender.agent;

import java.util.Optional;
import tender.agent.estimate.LinkBandwidth;
import tender.core.estimate.BandwidthEstimate;
import tender.core.estimate.LinkRates;

/**
 * The bandwidth between this site and the market's files.
 *
 * @param fetchMegabytesPerSecond of inputs, until it is measured
 * @param sendMegabytesPerSecond of results, until it is measured
 * @param transferTime whether offers include the time for inputs and results; default: true
 */
public record LinkSection(
    Optional<Double> fetchMegabytesPerSecond,
    Optional<Double> sendMegabytesPerSecond,
    Optional<Boolean> transferTime) {
  static final LinkSection DEFAULTS =
      new LinkSection(Optional.empty(), Optional.empty(), Optional.empty());

  /** Slower than most sites' links, so that a first promise is cautious. */
  private static final double DEFAULT_MEGABYTES_PER_SECOND = 10;

  private static final double MEGABYTE = 1_000_000;
  private static final double MIN_MEGABYTES = 0.001;

  LinkBandwidth.Settings settings() {
    return new LinkBandwidth.Settings(
        new LinkRates(
            rate(fetchMegabytesPerSecond, "fetch_megabytes_per_second"),
            rate(sendMegabytesPerSecond, "send_megabytes_per_second")),
        transferTime.orElse(true));
  }

  private static long rate(Optional<Double> megabytes, String setting) {
    double given = megabytes.orElse(DEFAULT_MEGABYTES_PER_SECOND);
    double max = BandwidthEstimate.MAX_BYTES_PER_SECOND / MEGABYTE;
    if (!(given >= MIN_MEGABYTES && given <= max)) {
      throw new IllegalArgumentException(
          "The setting 'link.%s' is %s, and must be from %s to %s."
              .formatted(setting, given, MIN_MEGABYTES, (long) max));
    }
    return Math.round(given * MEGABYTE);
  }
}
