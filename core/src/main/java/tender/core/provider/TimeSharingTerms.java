package tender.core.provider;

import tender.core.check.ValueChecks;
import tender.core.model.BidRange;
import tender.core.model.Money;

/**
 * The additional terms of a time-shared provider.
 *
 * @param minBidPerMinute above zero, so that every bidder gets a share
 * @param maxBidPerMinute so that one bidder cannot crowd out the others
 * @param maxBidders how many parts may run at a time, each with as many tasks as there are
 *     processors
 * @param surchargePercent what is added to the charges of users that share no organisation with the
 *     provider; 20 in the paper, 0 for none
 */
public record TimeSharingTerms(
    Money minBidPerMinute, Money maxBidPerMinute, int maxBidders, int surchargePercent) {
  /** Without a surcharge. */
  public TimeSharingTerms(Money minBidPerMinute, Money maxBidPerMinute, int maxBidders) {
    this(minBidPerMinute, maxBidPerMinute, maxBidders, 0);
  }

  public TimeSharingTerms {
    if (minBidPerMinute.millicredits() < 1 || minBidPerMinute.compareTo(maxBidPerMinute) > 0) {
      throw new IllegalArgumentException(
          "The bids per minute are from "
              + minBidPerMinute
              + " to "
              + maxBidPerMinute
              + "; 0 < minimum <= maximum must hold.");
    }
    ValueChecks.positive(maxBidders, "The maximum number of bidders");
    BidRange.requireSurcharge(surchargePercent);
  }
}
