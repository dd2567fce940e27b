package tender.simulator.faults.checks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ShareAccount;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * Checks everything that happens in a fault simulation. It knows which faults were injected, and
 * throws an {@link InvariantViolation} for anything that they do not excuse.
 */
public final class InvariantChecker {
  private final Map<ProviderId, SiteHistory> sites = new LinkedHashMap<>();
  private final BagInvariantChecker bags;
  private final LedgerInvariantChecker ledger = new LedgerInvariantChecker();
  private final LimitInvariantChecker limits = new LimitInvariantChecker();
  private final AccessInvariantChecker access;
  private final CallInvariantChecker calls;
  private final HoldInvariantChecker holds = new HoldInvariantChecker();

  /** The messages of a site so far. */
  private static final class SiteHistory {
    final Map<CallId, Long> offersUntilMillis = new LinkedHashMap<>();
    final Map<ReservationId, Message.Refused> refusals = new LinkedHashMap<>();
    final Map<ReservationId, Message.Results> results = new LinkedHashMap<>();
    final Map<ReservationId, Message.Results> finalBills = new LinkedHashMap<>();
    final Map<JobId, ReservationId> jobs = new LinkedHashMap<>();
  }

  /**
   * @param sites may be filled after construction
   * @param graceMillis how long after the promised time a result still counts as in time
   */
  public InvariantChecker(Map<ProviderId, ? extends ObservedSite> sites, long graceMillis) {
    bags = new BagInvariantChecker(sites, graceMillis);
    access = new AccessInvariantChecker(sites);
    calls = new CallInvariantChecker(sites);
  }

  /** A fault hit a replica or the store. */
  public void serverFaulted() {
    bags.serverFaulted();
  }

  public void committed(Optional<StoredBag> before, Transaction transaction, long storeMillis) {
    access.committed(transaction);
    bags.committed(before, transaction, storeMillis);
    ledger.committed(transaction);
    limits.committed(transaction, storeMillis);
    calls.committed(before, transaction);
    holds.committed(transaction);
  }

  /** A bag belongs to another market, which commits to what is held for it. */
  public void ownedByOtherMarket(BagId bag) {
    holds.owned(bag);
  }

  /** The other market commits to what is held for its bag. */
  public void committedByOtherMarket(BagId bag) {
    holds.committedByOwner(bag);
  }

  /** A site has handled a message and stored what follows from it. */
  public void messageHandled(OutboxMessage.Id message) {
    access.handled(message);
  }

  /** A message was acknowledged and is not sent again. */
  public void messageRemoved(OutboxMessage message) {
    access.removed(message);
  }

  /**
   * The server has stored results.
   *
   * @param sender the site that sent them, whatever identity it used
   */
  public void packStored(ProviderId sender, ReservationId part, TaskSet tasks) {
    access.packStored(sender, part, tasks);
  }

  /** A user has deposited money for a bag; without a deposit the money is unlimited. */
  public void deposited(BagId bag, Money amount) {
    ledger.deposited(bag, amount);
  }

  /** How many bags got a promise. */
  public int promised() {
    return bags.promised();
  }

  /** How many promises were kept. */
  public int kept() {
    return bags.kept();
  }

  /** How many promises were broken. */
  public int breached() {
    return bags.breached();
  }

  /** How many tasks have an accepted result. */
  public int acceptedTasks() {
    return bags.acceptedTasks();
  }

  /** A site has stored the record of a reservation. */
  public void stored(ObservedSite site, ReservationRecord stored, long clockMillis) {
    // A bid before the commit stores the same reservation again.
    if (stored.lastAnswer() instanceof Message.Reserved reserved
        && site.storedReservation(stored.id()) == null) {
      SiteHistory history = history(site);
      history.jobs.put(new JobId(reserved.id().toString()), reserved.id());
      checkOfferValid(site, history, reserved, clockMillis);
    }
    checkAccepted(site, stored);
    checkLatestBid(site, stored);
  }

  /** Bids are numbered, and an older one never replaces a newer one. */
  private static void checkLatestBid(ObservedSite site, ReservationRecord stored) {
    int before = bidSequence(Optional.ofNullable(site.storedReservation(stored.id())));
    if (stored.part().isPresent() && bidSequence(Optional.of(stored)) < before) {
      throw new InvariantViolation(
          Invariant.SAME_ANSWER,
          "%s has replaced bid %d by an older one: %s".formatted(site.name(), before, stored));
    }
  }

  private static int bidSequence(Optional<ReservationRecord> stored) {
    return stored
        .flatMap(ReservationRecord::part)
        .flatMap(ReservedPart::shareAccount)
        .map(ShareAccount::bidSequence)
        .orElse(0);
  }

  /** A site stops reporting results, or forgets the part, only after they were accepted. */
  private void checkAccepted(ObservedSite site, ReservationRecord stored) {
    ReservationRecord before = site.storedReservation(stored.id());
    TaskSet accepted = stored.part().map(ReservedPart::acceptedTasks).orElse(TaskSet.empty());
    if (before != null
        && stored.part().isEmpty()
        && stored.lastAnswer() instanceof Message.Committed) {
      accepted = before.part().map(ReservedPart::tasks).orElse(accepted);
    }
    if (!bags.acceptedTasks(stored.id().call().bag()).containsAll(accepted)) {
      throw new InvariantViolation(
          Invariant.NO_TASK_LOST,
          "%s treats results of tasks %s of %s as accepted, but they are not"
              .formatted(site.name(), accepted, stored.id()));
    }
  }

  /** A task that was completed for a reservation must not run for it again. */
  public void checkCompletedOnce(ObservedSite site, ReservationId of, TaskSet before, TaskSet now) {
    if (!before.intersect(now).isEmpty()) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "%s ran tasks %s of %s again".formatted(site.name(), before.intersect(now), of));
    }
  }

  /** A site has sent a message; the network has not handled it yet. */
  public void messageSent(ObservedSite site, Message.ToMetascheduler message) {
    SiteHistory history = history(site);
    switch (message) {
      case Message.Offers offers -> checkOffers(site, history, offers);
      case Message.Reserved reserved -> checkNotRefused(site, history, reserved);
      case Message.Refused refused -> history.refusals.put(refused.id(), refused);
      case Message.Committed committed -> checkNotRefused(site, history, committed);
      case Message.Results results -> {
        if (isFinalBill(site, results)) {
          checkFinalBill(site, history, results);
        } else {
          checkNotRefused(site, history, results);
          checkSameResults(site, history, results);
        }
        bags.resultsReported(results);
      }
      case Message.CompletionChanged expected -> checkNotRefused(site, history, expected);
      // An estimate neither reserves nor promises anything.
      case Message.EstimatePending estimating -> {}
    }
  }

  private static void checkOffers(ObservedSite site, SiteHistory history, Message.Offers offers) {
    history.offersUntilMillis.put(offers.call(), offers.validUntilMillis());
    if (!disclosesOnlyBids(site, offers.disclosure())
        || offers.validUntilMillis() != offers.madeMillis() + site.terms().offerValidMillis()) {
      throw new InvariantViolation(
          Invariant.NOTHING_DISCLOSED, site.name() + " discloses more than its offers: " + offers);
    }
  }

  /** A host discloses the bids that it accepts, and nothing else. */
  private static boolean disclosesOnlyBids(ObservedSite site, Disclosure disclosure) {
    Disclosure allowed =
        site.isTimeShared()
            ? disclosure.bids().map(Disclosure::ofBids).orElse(Disclosure.NOTHING)
            : Disclosure.NOTHING;
    return disclosure.equals(allowed);
  }

  private static void checkOfferValid(
      ObservedSite site, SiteHistory history, Message.Reserved reserved, long clockMillis) {
    Long untilMillis = history.offersUntilMillis.get(reserved.call());
    if (untilMillis == null || untilMillis < clockMillis) {
      throw new InvariantViolation(
          Invariant.NO_EXPIRED_OFFER,
          "%s reserves %s at %d, but its offers expired at %s"
              .formatted(site.name(), reserved.id(), clockMillis, untilMillis));
    }
  }

  /** A refusal is final, whether it was sent or only stored, as for a part that was released. */
  private static void checkNotRefused(
      ObservedSite site, SiteHistory history, Message.ReservationAnswer answer) {
    ReservationRecord stored = site.storedReservation(answer.id());
    Message refused =
        stored != null && stored.lastAnswer() instanceof Message.Refused
            ? stored.lastAnswer()
            : history.refusals.get(answer.id());
    if (refused != null) {
      throw new InvariantViolation(
          Invariant.SAME_ANSWER,
          site.name() + " answered " + refused + " and now answers " + answer);
    }
  }

  /** A refusal of a part that was released while it ran has a stored bill, which is repeated. */
  private static boolean isFinalBill(ObservedSite site, Message.Results results) {
    ReservationRecord stored = site.storedReservation(results.id());
    return stored != null
        && stored.finalBill().equals(Optional.of(results.bill()))
        && results.endedTasks().isEmpty();
  }

  private static void checkFinalBill(ObservedSite site, SiteHistory history, Message.Results bill) {
    Message.Results before = history.results.get(bill.id());
    if (before != null && bill.bill().compareTo(before.bill()) < 0) {
      throw new InvariantViolation(
          Invariant.PAID_ONCE, site.name() + " billed " + before + " and finally " + bill);
    }
    Message.Results same = history.finalBills.putIfAbsent(bill.id(), bill);
    if (same != null && !same.equals(bill)) {
      throw new InvariantViolation(
          Invariant.SAME_ANSWER, site.name() + " finally billed " + same + " and now " + bill);
    }
  }

  /**
   * Neither a repeated inquiry nor a restart changes when tasks ended. A bill states the total so
   * far; at a host it also increases while tasks run.
   */
  private static void checkSameResults(
      ObservedSite site, SiteHistory history, Message.Results results) {
    Message.Results before = history.results.put(results.id(), results);
    if (before == null) {
      return;
    }
    if (results.bill().compareTo(before.bill()) < 0) {
      throw new InvariantViolation(
          Invariant.PAID_ONCE, site.name() + " billed " + before + " and now " + results);
    }
    boolean isSame =
        before.lastEndedMillis() == results.lastEndedMillis()
            && (site.isTimeShared() || before.bill().equals(results.bill()));
    if (before.endedTasks().equals(results.endedTasks()) && !isSame) {
      throw new InvariantViolation(
          Invariant.SAME_ANSWER,
          site.name() + " reported " + before + " and now reports " + results);
    }
  }

  public void checkLeases(
      ObservedSite site, Collection<ReservationRecord> reserved, long clockMillis) {
    for (ReservationRecord one : reserved) {
      if (leaseUntilMillis(one) < clockMillis) {
        throw new InvariantViolation(
            Invariant.NO_OVERLONG_LEASE,
            "%s still holds %s at %d, after the lease expired"
                .formatted(site.name(), one, clockMillis));
      }
    }
  }

  public void checkCapacity(ObservedSite site, Cluster cluster, List<JobRun> running) {
    int busy = running.stream().mapToInt(run -> run.tasks().size() * run.job().width()).sum();
    if (busy > cluster.processors()) {
      throw new InvariantViolation(
          Invariant.CAPACITY_ONCE,
          "%s uses %d of %d processors: %s"
              .formatted(site.name(), busy, cluster.processors(), running));
    }
  }

  /** Only a fault at the site itself excuses a late local job; bags and the server never do. */
  public void localJobEnded(ObservedSite site, Job promised, long clockMillis) {
    if (clockMillis > promised.deadlineMillis() && !site.isFaulted()) {
      throw new InvariantViolation(
          Invariant.LOCAL_DEADLINES,
          "%s ended %s late, at %d".formatted(site.name(), promised, clockMillis));
    }
  }

  /** The reservation for which a site runs a job; empty for a local job. */
  public Optional<ReservationId> reservationOf(ObservedSite site, JobRun run) {
    return Optional.ofNullable(history(site).jobs.get(run.job().id()));
  }

  private SiteHistory history(ObservedSite site) {
    return sites.computeIfAbsent(site.id(), id -> new SiteHistory());
  }

  private static long leaseUntilMillis(ReservationRecord stored) {
    return stored.part().map(ReservedPart::leaseExpiresMillis).orElse(Time.NEVER);
  }
}
