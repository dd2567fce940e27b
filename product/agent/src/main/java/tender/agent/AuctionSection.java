package tender.agent;

import java.util.Optional;
import tender.agent.planning.PublishSettings;

/**
 * What the agent publishes to the auction: the cluster's processors, its price, and its free slots.
 *
 * @param publishIntervalSeconds also if nothing has changed
 * @param lookaheadSeconds slots that begin later are not published
 */
public record AuctionSection(
    Optional<Double> publishIntervalSeconds, Optional<Double> lookaheadSeconds) {
  private static final double DEFAULT_PUBLISH_INTERVAL_SECONDS = 5;
  private static final double DEFAULT_LOOKAHEAD_SECONDS = 3_600;

  /** The market discards published slots after twice this time. */
  private static final double MAX_PUBLISH_INTERVAL_SECONDS = 10;

  PublishSettings settings() {
    double seconds = publishIntervalSeconds.orElse(DEFAULT_PUBLISH_INTERVAL_SECONDS);
    if (seconds > MAX_PUBLISH_INTERVAL_SECONDS) {
      throw new IllegalArgumentException(
          "The setting 'auction.publish_interval_seconds' is %s, and must be at most 10."
              .formatted(seconds));
    }
    return new PublishSettings(
        AgentConfig.millis(seconds, "auction.publish_interval_seconds"),
        AgentConfig.millis(
            lookaheadSeconds.orElse(DEFAULT_LOOKAHEAD_SECONDS), "auction.lookahead_seconds"));
  }
}
