package tender.simulator.faults;

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
import tender.core.provider.HeldPart;
import tender.core.provider.Kept;
import tender.core.provider.Run;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Looks at everything that happens, knows what was injected, and says what must not be. */
final class Checks {
  private final Map<ProviderId, SiteRecord> sites = new LinkedHashMap<>();
  private final BagChecks bags;
  private final BookChecks books = new BookChecks();

  /** What a site has said so far. */
  private static final class SiteRecord {
    final Map<CallId, Long> offersUntilMillis = new LinkedHashMap<>();
    final Map<ReservationId, Message.Refused> refusals = new LinkedHashMap<>();
    final Map<ReservationId, Message.Results> results = new LinkedHashMap<>();
    final Map<JobId, ReservationId> jobs = new LinkedHashMap<>();
  }

  Checks(BagChecks bags) {
    this.bags = bags;
  }

  void marketFaulted() {
    bags.marketFaulted();
  }

  void committed(Optional<StoredBag> before, Transaction transaction, long storeMillis) {
    bags.committed(before, transaction, storeMillis);
    books.committed(transaction);
  }

  FaultRun.Tally tally(int bagsHandedIn) {
    return bags.tally(bagsHandedIn);
  }

  /** What a provider has made sure not to forget; from then on it holds. */
  void stored(Site site, Kept kept, long clockMillis) {
    if (kept.answer() instanceof Message.Reserved reserved) {
      SiteRecord record = record(site);
      record.jobs.put(new JobId(reserved.id().toString()), reserved.id());
      reservedInTime(site, record, reserved, clockMillis);
    }
    acceptedCounts(site, kept);
  }

  /** A provider that tells results no more, or forgets the part, knows that they count. */
  private void acceptedCounts(Site site, Kept kept) {
    Kept before = site.kept(kept.id());
    TaskSet accepted = kept.part().map(HeldPart::accepted).orElse(TaskSet.empty());
    if (before != null && kept.part().isEmpty() && kept.answer() instanceof Message.Committed) {
      accepted = before.part().map(HeldPart::tasks).orElse(accepted);
    }
    if (!bags.counted(kept.id().call().bag()).containsAll(accepted)) {
      throw new Violation(
          Invariant.NO_TASK_LOST,
          "%s takes %s of %s as accepted".formatted(site.name(), accepted, kept.id()));
    }
  }

  /** What was done for a reservation has its result, and is not done for it again. */
  void doneOnce(Site site, ReservationId of, TaskSet before, TaskSet now) {
    if (!before.and(now).isEmpty()) {
      throw new Violation(
          Invariant.ONE_RESULT_PER_TASK,
          "%s did %s of %s again".formatted(site.name(), before.and(now), of));
    }
  }

  /** A provider's word, before the network has touched it. */
  void said(Site site, Message.ToMetascheduler message) {
    SiteRecord record = record(site);
    switch (message) {
      case Message.Offers offers -> offered(site, record, offers);
      case Message.Reserved reserved -> notRefusedBefore(site, record, reserved);
      case Message.Refused refused -> record.refusals.put(refused.id(), refused);
      case Message.Committed committed -> notRefusedBefore(site, record, committed);
      case Message.Results results -> {
        notRefusedBefore(site, record, results);
        toldAsBefore(site, record, results);
        bags.said(results);
      }
      case Message.Expected expected -> notRefusedBefore(site, record, expected);
      // An estimate holds nothing and promises nothing.
      case Message.Estimating estimating -> {}
    }
  }

  private static void offered(Site site, SiteRecord record, Message.Offers offers) {
    record.offersUntilMillis.put(offers.call(), offers.validUntilMillis());
    if (!offers.disclosure().equals(Disclosure.NOTHING)
        || offers.validUntilMillis() != offers.madeMillis() + site.terms().offerMillis()) {
      throw new Violation(
          Invariant.NOTHING_DISCLOSED, site.name() + " tells more than its offers: " + offers);
    }
  }

  private static void reservedInTime(
      Site site, SiteRecord record, Message.Reserved reserved, long clockMillis) {
    Long untilMillis = record.offersUntilMillis.get(reserved.call());
    if (untilMillis == null || untilMillis < clockMillis) {
      throw new Violation(
          Invariant.NO_EXPIRED_OFFER,
          "%s holds %s at %d, and its offers were good until %s"
              .formatted(site.name(), reserved.id(), clockMillis, untilMillis));
    }
  }

  private static void notRefusedBefore(Site site, SiteRecord record, Message.Answer answer) {
    Message.Refused refused = record.refusals.get(answer.id());
    if (refused != null) {
      throw new Violation(
          Invariant.SAME_ANSWER, site.name() + " said " + refused + " and now " + answer);
    }
  }

  /** When tasks ended does not depend on how often one asks, nor on a restart in between. */
  private static void toldAsBefore(Site site, SiteRecord record, Message.Results results) {
    Message.Results before = record.results.put(results.id(), results);
    if (before != null && before.ended().equals(results.ended()) && !before.equals(results)) {
      throw new Violation(
          Invariant.SAME_ANSWER, site.name() + " said " + before + " and now " + results);
    }
  }

  void leases(Site site, Collection<Kept> reserved, long clockMillis) {
    for (Kept one : reserved) {
      if (Site.leaseUntilMillis(one) < clockMillis) {
        throw new Violation(
            Invariant.NO_OVERLONG_LEASE,
            "%s still holds %s at %d".formatted(site.name(), one, clockMillis));
      }
    }
  }

  void capacity(Site site, Cluster cluster, List<Run> running) {
    int busy = running.stream().mapToInt(run -> run.tasks().size() * run.job().width()).sum();
    if (busy > cluster.processors()) {
      throw new Violation(
          Invariant.CAPACITY_ONCE,
          "%s runs %d processors of %d: %s"
              .formatted(site.name(), busy, cluster.processors(), running));
    }
  }

  /** Bags and the market's faults never excuse it; what happened at the site itself does. */
  void localEnded(Site site, Job promised, long clockMillis) {
    if (clockMillis > promised.deadlineMillis() && !site.faulted) {
      throw new Violation(
          Invariant.LOCAL_DEADLINES,
          "%s ended %s at %d".formatted(site.name(), promised, clockMillis));
    }
  }

  /** For whom a site runs something that is not its own users'. */
  Optional<ReservationId> reservationOf(Site site, Run run) {
    return Optional.ofNullable(record(site).jobs.get(run.job().id()));
  }

  private SiteRecord record(Site site) {
    return sites.computeIfAbsent(site.id(), id -> new SiteRecord());
  }
}
