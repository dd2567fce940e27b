package tender.core.share;

import java.util.ArrayDeque;
import java.util.Deque;
import tender.core.model.Money;

/** A user at one resource. */
final class BidderAccount {
  private static final long SURCHARGE_PERCENT = 20;

  final Deque<ShareTask> tasks = new ArrayDeque<>();

  /** What was last said, and counts from the next interval on. */
  Money nextBidPerMinute = Money.ZERO;

  /** What counts in this interval. */
  Money activeBidPerMinute = Money.ZERO;

  /** Of the resource, in this interval. */
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
    return isForeign
        ? new Money(Math.ceilDiv(charged.millicredits() * (100 + SURCHARGE_PERCENT), 100))
        : charged;
  }
}
