package tender.core.share;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * Shares one resource among its users from interval to interval (Sulistio and Buyya, section 3.2,
 * after Tycoon). Who has tasks gets a part of it as his bid is a part of all bids, equation (1),
 * and pays his bid for as much of that part as his tasks used, equation (3), plus 20 % if he and
 * the resource are of no common organisation.
 *
 * <p>A bid stands until it is changed; one that comes in an interval counts from the next. Of a
 * user's tasks one runs at a time, to its end, and the others wait in line. Bids of others are told
 * to nobody, but what share one's own would get is.
 *
 * <p>The auctioneer runs nothing: whoever drives it says what was used and which task has ended.
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

  /** Needed before anything else; opening it again changes nothing. */
  public void openAccount(BidderId user, OrganisationId organisation) {
    accounts.computeIfAbsent(user, id -> new BidderAccount(!resource.isPartOf(organisation), Money.ZERO));
  }

  /** For one of no other organisation, who was charged so much in an earlier life. */
  public void openAccount(BidderId user, Money charged) {
    accounts.computeIfAbsent(user, id -> new BidderAccount(false, charged));
  }

  /** Nothing more is known of the user, nor shared with him. */
  public void closeAccount(BidderId user) {
    accounts.remove(user);
  }

  /** What a newcomer with tasks would get for a bid, beside those that stand. */
  public double shareFor(Money bidPerMinute) {
    double own = resource.bounded(bidPerMinute).millicredits();
    double others = 0;
    for (BidderAccount account : accounts.values()) {
      others += account.tasks.isEmpty() ? 0 : account.nextBidPerMinute.millicredits();
    }
    return own / (others + own);
  }

  /** Counts from the next interval on, as the nearest bid that the resource takes. */
  public void bid(BidderId user, Money bidPerMinute) {
    account(user).nextBidPerMinute = resource.bounded(bidPerMinute);
  }

  /** Tasks behind those that are there. */
  public void submit(BidderId user, List<ShareTask> tasks) {
    account(user).tasks.addAll(tasks);
  }

  /** Computes all shares anew. */
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

  /** Of the resource, from 0 to 1, in this interval. */
  public double share(BidderId user) {
    return account(user).share;
  }

  /** The user's share, or what he would have if he had had tasks as the interval began. */
  public double shareWithTasks(BidderId user) {
    BidderAccount account = account(user);
    double own = account.nextBidPerMinute.millicredits();
    return account.share > 0 || own == 0 ? account.share : own / (activeMillicredits + own);
  }

  /** What counts in this interval. */
  public Money activeBidPerMinute(BidderId user) {
    return account(user).activeBidPerMinute;
  }

  /** What the user last said, and counts from the next interval on. */
  public Money nextBidPerMinute(BidderId user) {
    return account(user).nextBidPerMinute;
  }

  /** The one that runs, if any is there. */
  public Optional<ShareTask> running(BidderId user) {
    return Optional.ofNullable(account(user).tasks.peek());
  }

  /** The one that runs and those that wait. */
  public List<ShareTask> tasks(BidderId user) {
    return List.copyOf(account(user).tasks);
  }

  /** The one that ran has ended, so the next one runs. */
  public void ended(BidderId user) {
    account(user).tasks.remove();
  }

  /**
   * An interval is over.
   *
   * @param usedOfShare how much of his share the user's tasks used, from 0 to 1
   */
  public void charge(BidderId user, double usedOfShare, long intervalMillis) {
    BidderAccount account = account(user);
    double minutes = intervalMillis / (double) Time.MINUTE_MILLIS;
    account.charge(
        new Money(
            Math.round(Math.min(usedOfShare, 1) * account.activeBidPerMinute.millicredits() * minutes)));
  }

  /** What the user owes for all that he has used, with the surcharge. */
  public Money bill(BidderId user) {
    return account(user).bill();
  }

  private BidderAccount account(BidderId user) {
    return Objects.requireNonNull(
        accounts.get(user), () -> user + " has no account at " + resource.id() + ".");
  }
}
