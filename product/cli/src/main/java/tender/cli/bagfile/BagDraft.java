package tender.cli.bagfile;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;

/**
 * A bag as it can be handed in.
 *
 * @param files where the content is that the work order names
 * @param deadline when all should be done; empty: as early as can be
 * @param budget the most that it may cost, in credits; empty: whatever it costs
 * @param valuation what it is worth, in credits, if it bids in the auction
 * @param share how it bids for its parts where time is shared, if it does
 */
public record BagDraft(
    WorkOrder order,
    Map<Digest, Path> files,
    Optional<Instant> deadline,
    Optional<BigDecimal> budget,
    Optional<BigDecimal> valuation,
    Optional<ShareBid> share) {
  /**
   * How it bids where time is shared.
   *
   * @param perMinute always so much, in credits; empty: as its deadline needs it
   */
  public record ShareBid(Optional<BigDecimal> perMinute) {}

  public BagDraft {
    files = Map.copyOf(files);
  }

  /** The same with other wishes, where there are any. */
  public BagDraft withRequirements(Optional<Instant> deadline, Optional<BigDecimal> budget) {
    return new BagDraft(
        order, files, deadline.or(this::deadline), budget.or(this::budget), valuation, share);
  }

  /** Whether it bids in the auction, in place of being offered to the providers. */
  public boolean usesAuction() {
    return valuation.isPresent();
  }
}
