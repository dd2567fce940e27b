package tender.core.share;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.Time;

/**
 * Divides one resource among its bidders from interval to interval (Sulistio and Buyya, section
 * 3.2, after Tycoon). A bidder with tasks gets a share equal to its bid divided by the sum of all
 * bids, equation (1), and pays its bid for the part of that share that its tasks used, equation
 * (3), plus 20 % if it and the resource have no common organisation.
 *
 * <p>A bid is valid until it is changed; a new bid takes effect in the next interval. Of a bidder's
 * tasks one runs at a time, to its end, and the others wait in a queue. The bids of others are not
 * disclosed, but the share that an own bid would get is.
 *
 * <p>The auctioneer runs nothing: its driver reports what was used and which task has ended.
 */
public final class ShareAuctioneer {
  private final SharedResource resource;
  private final SortedMap<BidderId, BidderAccount> accounts = new TreeMap<>();
  private double activeMillicredits;

  public ShareAuctioneer(SharedResource resource) {
    this.resource = resource;
  }

  public SharedResource resource() {
    return resource;
  }

  /** Must be called first; opening an account again changes nothing. */
  public void openAccount(BidderId bidder, OrganisationId organisation) {
    accounts.computeIfAbsent(
        bidder, id -> new BidderAccount(!resource.isPartOf(organisation), Money.ZERO));
  }

  /**
   * For a bidder that was charged this much before a restart, and whose bill is without a
   * surcharge.
   */
  public void openAccount(BidderId bidder, Money charged) {
    accounts.computeIfAbsent(bidder, id -> new BidderAccount(false, charged));
  }

  /** Removes a bidder. */
  public void closeAccount(BidderId bidder) {
    accounts.remove(bidder);
  }

  /** The share that a new bidder with tasks would get for a bid, besides the current bids. */
  public double shareFor(Money bidPerMinute) {
    double own = resource.bounded(bidPerMinute).millicredits();
    double others = 0;
    for (BidderAccount account : accounts.values()) {
      others += account.tasks.isEmpty() ? 0 : account.nextBidPerMinute.millicredits();
    }
    return own / (others + own);
  }

  /** Takes effect in the next interval, as the nearest bid that the resource accepts. */
  public void bid(BidderId bidder, Money bidPerMinute) {
    account(bidder).nextBidPerMinute = resource.bounded(bidPerMinute);
  }

  /** Adds tasks to the end of the bidder's queue. */
  public void submit(BidderId bidder, List<ShareTask> tasks) {
    account(bidder).tasks.addAll(tasks);
  }

  /** Computes all shares for the next interval. */
  public void beginInterval() {
    activeMillicredits = 0;
    for (BidderAccount account : accounts.values()) {
      account.activeBidPerMinute = account.nextBidPerMinute;
      if (!account.tasks.isEmpty()) {
        activeMillicredits += account.activeBidPerMinute.millicredits();
      }
    }
    for (BidderAccount account : accounts.values()) {
      account.share =
          account.tasks.isEmpty() || activeMillicredits == 0
              ? 0
              : account.activeBidPerMinute.millicredits() / activeMillicredits;
    }
  }

  /** The share of the resource, from 0 to 1, in the current interval. */
  public double share(BidderId bidder) {
    return account(bidder).share;
  }

  /** The bidder's share, or the one it would have if it had had tasks when the interval began. */
  public double shareWithTasks(BidderId bidder) {
    BidderAccount account = account(bidder);
    double own = account.nextBidPerMinute.millicredits();
    return account.share > 0 || own == 0 ? account.share : own / (activeMillicredits + own);
  }

  /** The bid of the current interval. */
  public Money activeBidPerMinute(BidderId bidder) {
    return account(bidder).activeBidPerMinute;
  }

  /** The last bid, which takes effect in the next interval. */
  public Money nextBidPerMinute(BidderId bidder) {
    return account(bidder).nextBidPerMinute;
  }

  /** The running task, if any. */
  public Optional<ShareTask> running(BidderId bidder) {
    return Optional.ofNullable(account(bidder).tasks.peek());
  }

  /** The running task and the waiting ones. */
  public List<ShareTask> tasks(BidderId bidder) {
    return List.copyOf(account(bidder).tasks);
  }

  /** The running task has ended, so the next one runs. */
  public void ended(BidderId bidder) {
    account(bidder).tasks.remove();
  }

  /**
   * Charges for an interval that has ended.
   *
   * @param usedOfShare the part of its share that the bidder's tasks used, from 0 to 1
   */
  public void charge(BidderId bidder, double usedOfShare, long intervalMillis) {
    BidderAccount account = account(bidder);
    double minutes = intervalMillis / (double) Time.MINUTE_MILLIS;
    account.charge(
        new Money(
            Math.round(
                Math.min(usedOfShare, 1) * account.activeBidPerMinute.millicredits() * minutes)));
  }

  /** The total charge for everything the bidder has used, with the surcharge. */
  public Money bill(BidderId bidder) {
    return account(bidder).bill();
  }

  private BidderAccount account(BidderId bidder) {
    return Objects.requireNonNull(
        accounts.get(bidder), () -> bidder + " has no account at " + resource.id() + ".");
  }
}
