package tender.core.share;

import java.util.ArrayDeque;
import java.util.Deque;
import tender.core.model.Money;

/** The account of a bidder at one resource. */
final class BidderAccount {
  /** Section 5.1 of the paper. */
  private static final int SURCHARGE_PERCENT = 20;

  final Deque<ShareTask> tasks = new ArrayDeque<>();

  /** The last bid, which takes effect in the next interval. */
  Money nextBidPerMinute = Money.ZERO;

  /** The bid of the current interval. */
  Money activeBidPerMinute = Money.ZERO;

  /** The share of the resource in the current interval. */
  double share;

  private final boolean isForeign;
  private Money charged;

  BidderAccount(boolean isForeign, Money charged) {
    this.isForeign = isForeign;
    this.charged = charged;
  }

  void charge(Money amount) {
    charged = charged.plus(amount);
  }

  Money bill() {
    return isForeign ? charged.withSurcharge(SURCHARGE_PERCENT) : charged;
  }
}
