package tender.core.provider;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Job;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.offer.FeedbackSearch;
import tender.core.offer.FreeSlots;
import tender.core.offer.GapOfferGenerator;
import tender.core.offer.IncomingJob;
import tender.core.offer.OfferGenerator;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.plan.Snapshot;
import tender.core.promise.Expectation;

/** Looks into the queue to say what there is room for, and decides how much of that is told. */
final class OfferService implements OfferSource {
  /** More would say little more, and has to be carried every few seconds. */
  private static final int MAX_PUBLISHED_SLOTS = 1_000;

  private final ProviderId provider;
  private final Cluster cluster;
  private final ProviderTerms terms;
  private final PlanningScheduler scheduler;
  private final PromiseAdjuster hedge;

  OfferService(
      ProviderId provider, Cluster cluster, ProviderTerms terms, PlanningScheduler scheduler, PromiseAdjuster hedge) {
    this.provider = provider;
    this.cluster = cluster;
    this.terms = terms;
    this.scheduler = scheduler;
    this.hedge = hedge;
  }

  /** The deadline asked for if it can be kept beside all promises, else the earliest that can. */
  long earliestDeadline(Job job, long nowMillis) {
    IncomingJob newcomer = incomingJob(job, nowMillis);
    return scheduler
        .edfSchedule(nowMillis)
        .map(schedule -> new FeedbackSearch(schedule).earliestDeadline(newcomer).deadlineMillis())
        .orElseGet(() -> Math.max(job.deadlineMillis(), endInGaps(newcomer, nowMillis)));
  }

  /** Whether a job can be done by its deadline beside all promises. */
  boolean canMeetDeadline(Job job, long nowMillis) {
    IncomingJob newcomer = incomingJob(job, nowMillis);
    boolean amongTheQueue =
        scheduler
            .edfSchedule(nowMillis)
            .map(schedule -> new FeedbackSearch(schedule).canMeet(newcomer))
            .orElse(false);
    return amongTheQueue || endInGaps(newcomer, nowMillis) <= job.deadlineMillis();
  }

  @Override
  public Message.Offers offers(Message.Call call, int version, long nowMillis) {
    List<Offer> offers =
        terms.disclosureLevel() == ProviderTerms.DisclosureLevel.FREE_SLOTS
            ? List.of()
            : offers(hedge.bagToPlan(call, nowMillis), nowMillis).stream()
                .map(offer -> priced(offer, call.bag()))
                .toList();
    return new Message.Offers(
        call.id(),
        provider,
        version,
        hedge.adjust(call, offers, cluster.durationMillis(call.bag().estimateMillis()), nowMillis),
        disclosure(call.bag(), nowMillis),
        nowMillis,
        nowMillis + terms.offerValidMillis());
  }

  private List<Offer> offers(Bag bag, long nowMillis) {
    long notBeforeMillis = nowMillis + terms.startDelayMillis();
    return scheduler
        .edfSchedule(nowMillis)
        .map(schedule -> new OfferGenerator(provider, schedule).generate(bag, notBeforeMillis))
        .orElseGet(
            () ->
                new GapOfferGenerator(
                        provider,
                        cluster,
                        terms.planningPolicy().granularity(),
                        scheduler.freeBesidePlan(nowMillis))
                    .generate(bag, notBeforeMillis))
        .offers();
  }

  private Offer priced(Offer offer, Bag bag) {
    Money price = terms.price(bag.width(), cluster.durationMillis(bag.estimateMillis()));
    return new Offer(offer.provider(), offer.tasks(), offer.completionMillis(), price);
  }

  /**
   * The part as it stands in the queue. What meets the bag's deadline has all of its time; what is
   * only forecast has the time of the forecast, though less may have been promised.
   */
  Job job(
      Message.Reserve reserve,
      Message.Call call,
      Optional<Expectation> expected,
      long submittedMillis) {
    long neededMillis = expected.map(one -> one.forecast().endMillis()).orElse(reserve.completionMillis());
    return new Job(
        ReservationTable.jobId(reserve.id()),
        reserve.tasks(),
        call.bag().width(),
        cluster.durationMillis(call.bag().estimateMillis()),
        submittedMillis,
        Math.max(Math.max(reserve.completionMillis(), neededMillis), call.bag().deadlineMillis()));
  }

  /** Whoever shows slots offers any. */
  @Override
  public int tasksOnOffer(Message.Offers answer, Message.Reserve reserve) {
    return terms.disclosureLevel() == ProviderTerms.DisclosureLevel.FREE_SLOTS
        ? reserve.tasks()
        : OfferSource.tasksCompletedBy(answer.offers(), reserve.completionMillis());
  }

  private Disclosure disclosure(Bag bag, long nowMillis) {
    ProviderTerms.DisclosureLevel discloses = terms.disclosureLevel();
    if (discloses == ProviderTerms.DisclosureLevel.NOTHING) {
      return Disclosure.NOTHING;
    }
    return new Disclosure(
        OptionalLong.of(cluster.powerPermille()),
        discloses == ProviderTerms.DisclosureLevel.POWER
            ? OptionalLong.empty()
            : OptionalLong.of(remainingWork(nowMillis)),
        discloses == ProviderTerms.DisclosureLevel.FREE_SLOTS
            ? Optional.of(slots(bag, nowMillis))
            : Optional.empty());
  }

  /** In the unit of the disclosed power times milliseconds. */
  private long remainingWork(long nowMillis) {
    Snapshot snapshot = scheduler.snapshot(nowMillis);
    long processorMillis = 0;
    for (var running : snapshot.running()) {
      long leftMillis = running.occupiedUntilMillis(nowMillis) - nowMillis;
      processorMillis += running.processors() * Math.min(leftMillis, Time.LIMIT_MILLIS);
    }
    for (Job job : snapshot.waiting()) {
      processorMillis += (long) job.tasks() * job.width() * job.durationMillis();
    }
    return processorMillis * cluster.speedPermille();
  }

  private Disclosure.Slots slots(Bag bag, long nowMillis) {
    long fromMillis = nowMillis + terms.startDelayMillis();
    List<FreeSlot> windows =
        FreeSlots.of(scheduler.freeBesidePlan(nowMillis)).stream()
            .filter(slot -> slot.untilMillis() > fromMillis)
            .map(
                slot ->
                    new FreeSlot(
                        Math.max(slot.fromMillis(), fromMillis),
                        slot.untilMillis(),
                        slot.processors()))
            .toList();
    return new Disclosure.Slots(bag.width(), cluster.durationMillis(bag.estimateMillis()), windows);
  }

  /** What the auction may know, by the soonest that are free if there are very many. */
  Message.SlotsPublished publishedSlots(long lookAheadMillis, long nowMillis) {
    List<FreeSlot> slots =
        FreeSlots.of(scheduler.freeBesidePlan(nowMillis)).stream()
            .filter(slot -> slot.fromMillis() <= nowMillis + lookAheadMillis)
            .sorted(Comparator.comparingLong(FreeSlot::fromMillis))
            .limit(MAX_PUBLISHED_SLOTS)
            .toList();
    return new Message.SlotsPublished(
        provider, cluster, terms.pricePerProcessorHour(), terms.startDelayMillis(), slots, nowMillis);
  }

  /** When a newcomer would end that fills the gaps the plan in force leaves. */
  private long endInGaps(IncomingJob newcomer, long nowMillis) {
    long lastStartMillis =
        scheduler
            .freeBesidePlan(nowMillis)
            .takeEach(
                newcomer.tasks(),
                newcomer.width(),
                newcomer.durationMillis(),
                newcomer.notBeforeMillis(),
                (startMillis, tasks) -> {});
    return lastStartMillis == Time.NEVER ? Time.NEVER : lastStartMillis + newcomer.durationMillis();
  }

  private IncomingJob incomingJob(Job job, long nowMillis) {
    Job piece = terms.planningPolicy().granularity().plannedJob(job);
    return new IncomingJob(
        piece.tasks(),
        piece.width(),
        piece.durationMillis(),
        Math.max(nowMillis, piece.submittedMillis()),
        piece.deadlineMillis());
  }
}
