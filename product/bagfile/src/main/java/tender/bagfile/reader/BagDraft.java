package tender.bagfile.reader;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import tender.bagfile.NotificationChoice;
import tender.bagfile.WorkOrder;

/**
 * A bag that is ready to be submitted.
 *
 * @param deadline when all tasks should be done; empty: as early as possible
 * @param budget the maximum cost in credits; empty: no limit
 * @param valuation the value of the bag to the user in credits, if it bids in the auction
 * @param share how it bids on time-shared hosts, if it does
 * @param localFirst whether the providers of the user's organisations are called first
 * @param deadlineFactor instead of a deadline: from 0, the earliest end that the offers allow, to
 *     1, the end of the cheapest offers
 * @param budgetFactor instead of a budget: from 0, the price of the cheapest offers, to 1, the
 *     price of the earliest end
 * @param keep how long the bag is kept after its end; empty: as long as the market keeps bags
 * @param project with the shared budget that pays for the bag; empty: the user pays
 * @param notification of what the user is notified; empty: as the user's channels say
 */
public record BagDraft(
    WorkOrder order,
    Optional<Instant> deadline,
    Optional<BigDecimal> budget,
    Optional<BigDecimal> valuation,
    Optional<ShareBid> share,
    boolean localFirst,
    Optional<BigDecimal> deadlineFactor,
    Optional<BigDecimal> budgetFactor,
    Optional<Duration> keep,
    Optional<String> project,
    Optional<NotificationChoice> notification) {
  private static final Pattern PROJECT = Pattern.compile("[a-z0-9][a-z0-9-]{0,59}");

  /** Whether a text may be the id of a project. */
  public static boolean isProjectId(String text) {
    return PROJECT.matcher(text).matches();
  }

  /**
   * How a bag bids on time-shared hosts.
   *
   * @param perMinute a constant bid in credits; empty: as the deadline requires
   */
  public record ShareBid(Optional<BigDecimal> perMinute) {}

  /** A copy with another deadline or budget, where given; it replaces a factor too. */
  public BagDraft withRequirements(Optional<Instant> deadline, Optional<BigDecimal> budget) {
    return new BagDraft(
        order,
        deadline.or(this::deadline),
        budget.or(this::budget),
        valuation,
        share,
        localFirst,
        deadline.isPresent() ? Optional.empty() : deadlineFactor,
        budget.isPresent() ? Optional.empty() : budgetFactor,
        keep,
        project,
        notification);
  }

  /** A copy for another project, if one is given. */
  public BagDraft withProject(Optional<String> other) {
    return new BagDraft(
        order,
        deadline,
        budget,
        valuation,
        share,
        localFirst,
        deadlineFactor,
        budgetFactor,
        keep,
        other.or(this::project),
        notification);
  }

  /** A copy with other notifications. */
  public BagDraft withNotification(NotificationChoice other) {
    return new BagDraft(
        order,
        deadline,
        budget,
        valuation,
        share,
        localFirst,
        deadlineFactor,
        budgetFactor,
        keep,
        project,
        Optional.of(other));
  }

  /** Whether the bag bids in the auction; if not, the server calls for offers. */
  public boolean usesAuction() {
    return valuation.isPresent();
  }
}
