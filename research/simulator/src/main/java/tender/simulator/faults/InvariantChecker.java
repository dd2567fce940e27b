package tender.simulator.faults;

import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.checks.InvariantViolation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.JobRun;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Looks at everything that happens, knows what was injected, and says what must not be. */
final class InvariantChecker {
  private final Map<ProviderId, SiteHistory> sites = new LinkedHashMap<>();
  private final BagInvariantChecker bags;
  private final LedgerInvariantChecker ledger = new LedgerInvariantChecker();

  /** What a site has said so far. */
  private static final class SiteHistory {
    final Map<CallId, Long> offersUntilMillis = new LinkedHashMap<>();
    final Map<ReservationId, Message.Refused> refusals = new LinkedHashMap<>();
    final Map<ReservationId, Message.Results> results = new LinkedHashMap<>();
    final Map<JobId, ReservationId> jobs = new LinkedHashMap<>();
  }

  InvariantChecker(BagInvariantChecker bags) {
    this.bags = bags;
  }

  void serverFaulted() {
    bags.serverFaulted();
  }

  void committed(Optional<StoredBag> before, Transaction transaction, long storeMillis) {
    bags.committed(before, transaction, storeMillis);
    ledger.committed(transaction);
  }

  FaultRun.BagCounts bagCounts(int bagsHandedIn) {
    return bags.bagCounts(bagsHandedIn);
  }

  /** What a provider has made sure not to forget; from then on it holds. */
  void stored(FaultySite site, ReservationRecord kept, long clockMillis) {
    if (kept.lastAnswer() instanceof Message.Reserved reserved) {
      SiteHistory record = record(site);
      record.jobs.put(new JobId(reserved.id().toString()), reserved.id());
      reservedInTime(site, record, reserved, clockMillis);
    }
    acceptedCounts(site, kept);
  }

  /** A provider that tells results no more, or forgets the part, knows that they count. */
  private void acceptedCounts(FaultySite site, ReservationRecord kept) {
    ReservationRecord before = site.storedReservation(kept.id());
    TaskSet accepted = kept.part().map(ReservedPart::acceptedTasks).orElse(TaskSet.empty());
    if (before != null && kept.part().isEmpty() && kept.lastAnswer() instanceof Message.Committed) {
      accepted = before.part().map(ReservedPart::tasks).orElse(accepted);
    }
    if (!bags.acceptedTasks(kept.id().call().bag()).containsAll(accepted)) {
      throw new InvariantViolation(
          Invariant.NO_TASK_LOST,
          "%s takes %s of %s as accepted".formatted(site.name(), accepted, kept.id()));
    }
  }

  /** What was done for a reservation has its result, and is not done for it again. */
  void doneOnce(FaultySite site, ReservationId of, TaskSet before, TaskSet now) {
    if (!before.intersect(now).isEmpty()) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "%s did %s of %s again".formatted(site.name(), before.intersect(now), of));
    }
  }

  /** A provider's word, before the network has touched it. */
  void messageSent(FaultySite site, Message.ToMetascheduler message) {
    SiteHistory record = record(site);
    switch (message) {
      case Message.Offers offers -> offered(site, record, offers);
      case Message.Reserved reserved -> notRefusedBefore(site, record, reserved);
      case Message.Refused refused -> record.refusals.put(refused.id(), refused);
      case Message.Committed committed -> notRefusedBefore(site, record, committed);
      case Message.Results results -> {
        notRefusedBefore(site, record, results);
        sameResultsAsBefore(site, record, results);
        bags.resultsReported(results);
      }
      case Message.CompletionChanged expected -> notRefusedBefore(site, record, expected);
      // An estimate holds nothing and promises nothing.
      case Message.EstimatePending estimating -> {}
    }
  }

  private static void offered(FaultySite site, SiteHistory record, Message.Offers offers) {
    record.offersUntilMillis.put(offers.call(), offers.validUntilMillis());
    if (!offers.disclosure().equals(Disclosure.NOTHING)
        || offers.validUntilMillis() != offers.madeMillis() + site.terms().offerValidMillis()) {
      throw new InvariantViolation(
          Invariant.NOTHING_DISCLOSED, site.name() + " tells more than its offers: " + offers);
    }
  }

  private static void reservedInTime(
      FaultySite site, SiteHistory record, Message.Reserved reserved, long clockMillis) {
    Long untilMillis = record.offersUntilMillis.get(reserved.call());
    if (untilMillis == null || untilMillis < clockMillis) {
      throw new InvariantViolation(
          Invariant.NO_EXPIRED_OFFER,
          "%s holds %s at %d, and its offers were good until %s"
              .formatted(site.name(), reserved.id(), clockMillis, untilMillis));
    }
  }

  private static void notRefusedBefore(FaultySite site, SiteHistory record, Message.ReservationAnswer answer) {
    Message.Refused refused = record.refusals.get(answer.id());
    if (refused != null) {
      throw new InvariantViolation(
          Invariant.SAME_ANSWER, site.name() + " said " + refused + " and now " + answer);
    }
  }

  /** When tasks ended does not depend on how often one asks, nor on a restart in between. */
  private static void sameResultsAsBefore(FaultySite site, SiteHistory record, Message.Results results) {
    Message.Results before = record.results.put(results.id(), results);
    if (before != null && before.endedTasks().equals(results.endedTasks()) && !before.equals(results)) {
      throw new InvariantViolation(
          Invariant.SAME_ANSWER, site.name() + " said " + before + " and now " + results);
    }
  }

  void leases(FaultySite site, Collection<ReservationRecord> reserved, long clockMillis) {
    for (ReservationRecord one : reserved) {
      if (FaultySite.leaseUntilMillis(one) < clockMillis) {
        throw new InvariantViolation(
            Invariant.NO_OVERLONG_LEASE,
            "%s still holds %s at %d".formatted(site.name(), one, clockMillis));
      }
    }
  }

  void capacity(FaultySite site, Cluster cluster, List<JobRun> running) {
    int busy = running.stream().mapToInt(run -> run.tasks().size() * run.job().width()).sum();
    if (busy > cluster.processors()) {
      throw new InvariantViolation(
          Invariant.CAPACITY_ONCE,
          "%s runs %d processors of %d: %s"
              .formatted(site.name(), busy, cluster.processors(), running));
    }
  }

  /** Bags and the market's faults never excuse it; what happened at the site itself does. */
  void localEnded(FaultySite site, Job promised, long clockMillis) {
    if (clockMillis > promised.deadlineMillis() && !site.faulted) {
      throw new InvariantViolation(
          Invariant.LOCAL_DEADLINES,
          "%s ended %s at %d".formatted(site.name(), promised, clockMillis));
    }
  }

  /** For whom a site runs something that is not its own users'. */
  Optional<ReservationId> reservationOf(FaultySite site, JobRun run) {
    return Optional.ofNullable(record(site).jobs.get(run.job().id()));
  }

  private SiteHistory record(FaultySite site) {
    return sites.computeIfAbsent(site.id(), id -> new SiteHistory());
  }
}
