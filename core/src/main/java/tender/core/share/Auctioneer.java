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
public final class Auctioneer {
  private final SharedResource resource;
  private final SortedMap<UserId, Account> accounts = new TreeMap<>();
  private double countedMillicredits;

  public Auctioneer(SharedResource resource) {
    this.resource = resource;
  }

  public SharedResource resource() {
    return resource;
  }

  /** Needed before anything else; opening it again changes nothing. */
  public void openAccount(UserId user, OrganisationId organisation) {
    accounts.computeIfAbsent(user, id -> new Account(!resource.isPartOf(organisation), Money.ZERO));
  }

  /** For one of no other organisation, who was charged so much in an earlier life. */
  public void openAccount(UserId user, Money charged) {
    accounts.computeIfAbsent(user, id -> new Account(false, charged));
  }

  /** Nothing more is known of the user, nor shared with him. */
  public void closeAccount(UserId user) {
    accounts.remove(user);
  }

  /** What a newcomer with tasks would get for a bid, beside those that stand. */
  public double shareFor(Money bidPerMinute) {
    double own = resource.bounded(bidPerMinute).millicredits();
    double others = 0;
    for (Account account : accounts.values()) {
      others += account.tasks.isEmpty() ? 0 : account.saidPerMinute.millicredits();
    }
    return own / (others + own);
  }

  /** Counts from the next interval on, as the nearest bid that the resource takes. */
  public void bid(UserId user, Money bidPerMinute) {
    account(user).saidPerMinute = resource.bounded(bidPerMinute);
  }

  /** Tasks behind those that are there. */
  public void submit(UserId user, List<ShareTask> tasks) {
    account(user).tasks.addAll(tasks);
  }

  /** Computes all shares anew. */
  public void beginInterval() {
    countedMillicredits = 0;
    for (Account account : accounts.values()) {
      account.bidPerMinute = account.saidPerMinute;
      if (!account.tasks.isEmpty()) {
        countedMillicredits += account.bidPerMinute.millicredits();
      }
    }
    for (Account account : accounts.values()) {
      account.share =
          account.tasks.isEmpty() || countedMillicredits == 0
              ? 0
              : account.bidPerMinute.millicredits() / countedMillicredits;
    }
  }

  /** Of the resource, from 0 to 1, in this interval. */
  public double share(UserId user) {
    return account(user).share;
  }

  /** The user's share, or what he would have if he had had tasks as the interval began. */
  public double shareWithTasks(UserId user) {
    Account account = account(user);
    double own = account.saidPerMinute.millicredits();
    return account.share > 0 || own == 0 ? account.share : own / (countedMillicredits + own);
  }

  /** What counts in this interval. */
  public Money countedBidPerMinute(UserId user) {
    return account(user).bidPerMinute;
  }

  /** What the user last said, and counts from the next interval on. */
  public Money bidPerMinute(UserId user) {
    return account(user).saidPerMinute;
  }

  /** The one that runs, if any is there. */
  public Optional<ShareTask> running(UserId user) {
    return Optional.ofNullable(account(user).tasks.peek());
  }

  /** The one that runs and those that wait. */
  public List<ShareTask> tasks(UserId user) {
    return List.copyOf(account(user).tasks);
  }

  /** The one that ran has ended, so the next one runs. */
  public void ended(UserId user) {
    account(user).tasks.remove();
  }

  /**
   * An interval is over.
   *
   * @param usedOfShare how much of his share the user's tasks used, from 0 to 1
   */
  public void charge(UserId user, double usedOfShare, long intervalMillis) {
    Account account = account(user);
    double minutes = intervalMillis / (double) Time.MINUTE_MILLIS;
    account.charge(
        new Money(
            Math.round(Math.min(usedOfShare, 1) * account.bidPerMinute.millicredits() * minutes)));
  }

  /** What the user owes for all that he has used, with the surcharge. */
  public Money bill(UserId user) {
    return account(user).bill();
  }

  private Account account(UserId user) {
    return Objects.requireNonNull(
        accounts.get(user), () -> user + " has no account at " + resource.id() + ".");
  }
}
