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
import tender.core.offer.GapOffers;
import tender.core.offer.Newcomer;
import tender.core.offer.OfferGenerator;
import tender.core.plan.PlanningScheduler;
import tender.core.plan.Snapshot;
import tender.core.promise.Expectation;

/** Looks into the queue to say what there is room for, and decides how much of that is told. */
final class Desk implements Quotes {
  /** More would say little more, and has to be carried every few seconds. */
  private static final int MOST_PUBLISHED = 1_000;

  private final ProviderId provider;
  private final Cluster cluster;
  private final Terms terms;
  private final PlanningScheduler scheduler;
  private final Hedge hedge;

  Desk(
      ProviderId provider, Cluster cluster, Terms terms, PlanningScheduler scheduler, Hedge hedge) {
    this.provider = provider;
    this.cluster = cluster;
    this.terms = terms;
    this.scheduler = scheduler;
    this.hedge = hedge;
  }

  /** The deadline asked for if it can be kept beside all promises, else the earliest that can. */
  long earliestDeadline(Job job, long nowMillis) {
    Newcomer newcomer = newcomer(job, nowMillis);
    return scheduler
        .schedule(nowMillis)
        .map(schedule -> new FeedbackSearch(schedule).earliestDeadline(newcomer).deadlineMillis())
        .orElseGet(() -> Math.max(job.deadlineMillis(), endBesidePlan(newcomer, nowMillis)));
  }

  /** Whether a job can be done by its deadline beside all promises. */
  boolean hasRoomFor(Job job, long nowMillis) {
    Newcomer newcomer = newcomer(job, nowMillis);
    boolean amongTheQueue =
        scheduler
            .schedule(nowMillis)
            .map(schedule -> new FeedbackSearch(schedule).canMeet(newcomer))
            .orElse(false);
    return amongTheQueue || endBesidePlan(newcomer, nowMillis) <= job.deadlineMillis();
  }

  @Override
  public Message.Offers offers(Message.Call call, int version, long nowMillis) {
    List<Offer> offers =
        terms.discloses() == Terms.Discloses.FREE_SLOTS
            ? List.of()
            : offers(hedge.lookFor(call, nowMillis), nowMillis).stream()
                .map(offer -> priced(offer, call.bag()))
                .toList();
    return new Message.Offers(
        call.id(),
        provider,
        version,
        hedge.tell(call, offers, cluster.durationMillis(call.bag().estimateMillis()), nowMillis),
        disclosure(call.bag(), nowMillis),
        nowMillis,
        nowMillis + terms.offerMillis());
  }

  private List<Offer> offers(Bag bag, long nowMillis) {
    long notBeforeMillis = nowMillis + terms.holdMillis();
    return scheduler
        .schedule(nowMillis)
        .map(schedule -> new OfferGenerator(provider, schedule).generate(bag, notBeforeMillis))
        .orElseGet(
            () ->
                new GapOffers(
                        provider,
                        cluster,
                        terms.planning().grain(),
                        scheduler.freeBesidePlan(nowMillis))
                    .generate(bag, notBeforeMillis))
        .offers();
  }

  private Offer priced(Offer offer, Bag bag) {
    Money price = terms.price(bag.width(), cluster.durationMillis(bag.estimateMillis()));
    return new Offer(offer.provider(), offer.tasks(), offer.byMillis(), price);
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
    long neededMillis = expected.map(one -> one.forecast().endMillis()).orElse(reserve.byMillis());
    return new Job(
        Parts.jobId(reserve.id()),
        reserve.tasks(),
        call.bag().width(),
        cluster.durationMillis(call.bag().estimateMillis()),
        submittedMillis,
        Math.max(Math.max(reserve.byMillis(), neededMillis), call.bag().deadlineMillis()));
  }

  /** Whoever shows slots offers any. */
  @Override
  public int tasksOnOffer(Message.Offers answer, Message.Reserve reserve) {
    return terms.discloses() == Terms.Discloses.FREE_SLOTS
        ? reserve.tasks()
        : Quotes.tasksBy(answer.offers(), reserve.byMillis());
  }

  private Disclosure disclosure(Bag bag, long nowMillis) {
    Terms.Discloses discloses = terms.discloses();
    if (discloses == Terms.Discloses.NOTHING) {
      return Disclosure.NOTHING;
    }
    return new Disclosure(
        OptionalLong.of(cluster.powerPermille()),
        discloses == Terms.Discloses.POWER
            ? OptionalLong.empty()
            : OptionalLong.of(remainingWork(nowMillis)),
        discloses == Terms.Discloses.FREE_SLOTS
            ? Optional.of(slots(bag, nowMillis))
            : Optional.empty());
  }

  /** In the unit of the disclosed power times milliseconds. */
  private long remainingWork(long nowMillis) {
    Snapshot snapshot = scheduler.snapshot(nowMillis);
    long processorMillis = 0;
    for (var running : snapshot.running()) {
      long leftMillis = running.holdsUntilMillis(nowMillis) - nowMillis;
      processorMillis += running.processors() * Math.min(leftMillis, Time.LIMIT_MILLIS);
    }
    for (Job job : snapshot.waiting()) {
      processorMillis += (long) job.tasks() * job.width() * job.durationMillis();
    }
    return processorMillis * cluster.speedPermille();
  }

  private Disclosure.Slots slots(Bag bag, long nowMillis) {
    long fromMillis = nowMillis + terms.holdMillis();
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
  Message.Published published(long lookAheadMillis, long nowMillis) {
    List<FreeSlot> slots =
        FreeSlots.of(scheduler.freeBesidePlan(nowMillis)).stream()
            .filter(slot -> slot.fromMillis() <= nowMillis + lookAheadMillis)
            .sorted(Comparator.comparingLong(FreeSlot::fromMillis))
            .limit(MOST_PUBLISHED)
            .toList();
    return new Message.Published(
        provider, cluster, terms.pricePerProcessorHour(), terms.holdMillis(), slots, nowMillis);
  }

  /** When a newcomer would end that fills the gaps the plan in force leaves. */
  private long endBesidePlan(Newcomer newcomer, long nowMillis) {
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

  private Newcomer newcomer(Job job, long nowMillis) {
    Job piece = terms.planning().grain().piece(job);
    return new Newcomer(
        piece.tasks(),
        piece.width(),
        piece.durationMillis(),
        Math.max(nowMillis, piece.submittedMillis()),
        piece.deadlineMillis());
  }
}
