package tender.core.provider;

import tender.core.model.Money;

/**
 * On what further terms a host's owner shares its time.
 *
 * @param leastBidPerMinute so that nobody's share is nothing
 * @param mostBidPerMinute so that nobody crowds out all others
 * @param biddersAtMost how many parts may run at a time, each with as many tasks as there are
 *     processors
 */
public record TimeSharingTerms(Money minBidPerMinute, Money maxBidPerMinute, int maxBidders) {
  public TimeSharingTerms {
    if (minBidPerMinute.millicredits() < 1 || minBidPerMinute.compareTo(maxBidPerMinute) > 0) {
      throw new IllegalArgumentException(
          "Bids a minute are taken from "
              + minBidPerMinute
              + " to "
              + maxBidPerMinute
              + "; the first must be above 0, and no more than the second.");
    }
    if (maxBidders < 1) {
      throw new IllegalArgumentException(
          "At most " + maxBidders + " bidders may share the host; at least 1 must.");
    }
  }
}
