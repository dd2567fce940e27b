package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.share.BidderId;
import tender.core.share.Broker;
import tender.core.share.FixedBidBroker;
import tender.core.share.GlobalDomainBroker;
import tender.core.share.LocalDomainBroker;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;
import tender.simulator.share.ShareUser;
import tender.workload.random.SplitMix64;

/**
 * The Australian Belle Analysis Data Grid as Sulistio and Buyya simulate it: the resources of their
 * Table 1, the users of their Table 2. One Grid dollar is one credit; work is in million
 * instructions.
 */
final class BelleTestbed {
  static final long TIME_LIMIT_MILLIS = 10 * Time.HOUR_MILLIS;

  /** A fast resource of domain A. */
  static final ProviderId FAST = new ProviderId("R1");

  /** The slow resource, of domain B. */
  static final ProviderId SLOW = new ProviderId("R4");

  private static final long REVIEW_MILLIS = 10 * Time.MINUTE_MILLIS;
  private static final int FAST_PROCESSORS = 4;
  private static final double FAST_RATING = 1_050;
  private static final double SLOW_RATING = 684;
  private static final int TASKS = 50;
  private static final double MIN_WORK = 700_000;
  private static final double MAX_WORK = 800_000;
  private static final long MILLICREDITS_PER_CENT = 10;
  private static final long SALT = 0x62656c6c65L;

  /** How a user bids. */
  enum BidPolicy {
    NO_OPT("No-Opt"),
    GLOBAL("global"),
    LOCAL("local");

    final String title;

    BidPolicy(String title) {
      this.title = title;
    }
  }

  /**
   * A row of Table 2.
   *
   * @param bidCents bid per minute without optimisation; with optimisation the bid varies
   */
  record User(String name, String domain, int startMinute, int bidCents, BidPolicy policy) {
    boolean isOptimised() {
      return policy != BidPolicy.NO_OPT;
    }

    private Broker broker(GlobalDomainBroker.PartSizing parts) {
      return switch (policy) {
        case NO_OPT -> new FixedBidBroker(cents(bidCents));
        case GLOBAL -> new GlobalDomainBroker(parts);
        case LOCAL -> new LocalDomainBroker();
      };
    }
  }

  static final List<User> USERS =
      List.of(
          new User("U0", "A", 1, 20, BidPolicy.NO_OPT),
          new User("U1", "A", 1, 20, BidPolicy.NO_OPT),
          new User("U2", "B", 3, 0, BidPolicy.GLOBAL),
          new User("U3", "B", 3, 0, BidPolicy.LOCAL),
          new User("U4", "B", 3, 40, BidPolicy.NO_OPT),
          new User("U5", "B", 5, 50, BidPolicy.NO_OPT),
          new User("U6", "A", 8, 40, BidPolicy.NO_OPT),
          new User("U7", "B", 10, 0, BidPolicy.GLOBAL),
          new User("U8", "A", 10, 0, BidPolicy.LOCAL),
          new User("U9", "A", 10, 23, BidPolicy.NO_OPT));

  private BelleTestbed() {}

  static List<SharedResource> resources(Interpretation reading) {
    double mips = reading.workPerSecond(FAST_PROCESSORS, FAST_RATING);
    return List.of(
        fast("R0", mips, "B"),
        fast("R1", mips, "A"),
        fast("R2", mips, "B"),
        fast("R3", mips, "A"),
        new SharedResource(SLOW, 1, SLOW_RATING, cents(1), cents(100), domain("B")));
  }

  private static SharedResource fast(String name, double mips, String domain) {
    return new SharedResource(
        new ProviderId(name), FAST_PROCESSORS, mips, cents(5), cents(500), domain(domain));
  }

  private static List<OrganisationId> domain(String name) {
    return List.of(new OrganisationId(name));
  }

  /** The users; the seed draws the lengths of their tasks. */
  static List<ShareUser> users(Interpretation reading, int seed) {
    SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT));
    List<ShareUser> users = new ArrayList<>();
    for (User user : USERS) {
      List<ShareTask> tasks = new ArrayList<>();
      for (int number = 1; number <= TASKS; number++) {
        tasks.add(new ShareTask(number, random.nextDouble(MIN_WORK, MAX_WORK)));
      }
      long startMillis = user.startMinute * Time.MINUTE_MILLIS;
      users.add(
          new ShareUser(
              new BidderId(user.name),
              new OrganisationId(user.domain),
              startMillis,
              startMillis + TIME_LIMIT_MILLIS,
              REVIEW_MILLIS,
              user.broker(reading.parts()),
              tasks));
    }
    return users;
  }

  private static Money cents(long cents) {
    return new Money(cents * MILLICREDITS_PER_CENT);
  }
}
