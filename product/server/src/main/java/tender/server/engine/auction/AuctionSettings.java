package tender.server.engine.auction;

import java.util.Objects;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.policy.ClearingPolicies;
import tender.core.model.Time;

/**
 * How the auction is run.
 *
 * @param policy a name of {@link ClearingPolicies}
 */
public record AuctionSettings(String policy, long cycleMillis) {
  public static final AuctionSettings DEFAULT = new AuctionSettings("dam", 5 * Time.SECOND_MILLIS);

  public AuctionSettings {
    if (!ClearingPolicies.all().containsKey(policy)) {
      throw new IllegalArgumentException(
          "The setting 'auction_policy' is '%s'; it must be one of %s."
              .formatted(policy, String.join(", ", ClearingPolicies.all().keySet())));
    }
  }

  ClearingPolicy clearing() {
    return Objects.requireNonNull(ClearingPolicies.all().get(policy));
  }
}
