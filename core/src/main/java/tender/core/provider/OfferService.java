package tender.core.provider;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.BagId;
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
import tender.core.offer.OfferGenerator;
import tender.core.plan.IncomingJob;
import tender.core.plan.Snapshot;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.promise.Expectation;
import tender.core.resource.Misfit;

/** Makes offers from the plan, and decides how much of it is disclosed. */
record OfferService(
    ProviderId provider,
    Cluster cluster,
    ProviderTerms terms,
    PlanningScheduler scheduler,
    PromiseAdjuster promiseAdjuster,
    TransferTimes transferTimes)
    implements OfferSource {
  /** Bounds the size of a message that is sent every few seconds. */
  private static final int MAX_PUBLISHED_SLOTS = 1_000;

  /** The requested deadline if it can be met besides all promises, else the earliest that can. */
  long earliestDeadline(Job job, long nowMillis) {
    IncomingJob incoming = incomingJob(job, nowMillis);
    return scheduler
        .edfSchedule(nowMillis)
        .map(schedule -> new FeedbackSearch(schedule).earliestDeadline(incoming).deadlineMillis())
        .orElseGet(() -> Math.max(job.deadlineMillis(), endInGaps(incoming, nowMillis)));
  }

  /** Whether a job can meet its deadline without breaking a promise. */
  boolean canMeetDeadline(Job job, long nowMillis) {
    IncomingJob incoming = incomingJob(job, nowMillis);
    boolean fitsInSchedule =
        scheduler
            .edfSchedule(nowMillis)
            .map(schedule -> new FeedbackSearch(schedule).canMeet(incoming))
            .orElse(false);
    // Gaps between processors say nothing about nodes.
    return fitsInSchedule
        || (cluster.nodes().isEmpty() && endInGaps(incoming, nowMillis) <= job.deadlineMillis());
  }

  @Override
  public Message.Offers offers(Message.Call call, int version, long nowMillis) {
    Optional<Misfit> misfit = misfit(call.bag());
    List<Offer> offers =
        misfit.isPresent() || terms.disclosureLevel() == ProviderTerms.DisclosureLevel.FREE_SLOTS
            ? List.of()
            : offers(call, promiseAdjuster.bagToPlan(call, nowMillis), nowMillis).stream()
                .map(offer -> priced(offer, call.bag()))
                .toList();
    return new Message.Offers(
        call.id(),
        provider,
        version,
        promiseAdjuster.adjust(
            call, offers, cluster.durationMillis(call.bag().estimateMillis()), nowMillis),
        disclosure(call, nowMillis).withMisfit(misfit),
        nowMillis,
        nowMillis + terms.offerValidMillis());
  }

  /** Why a task of the bag can run on no node here; a retry with more memory must fit too. */
  private Optional<Misfit> misfit(Bag bag) {
    return bag.request()
        .flatMap(
            request ->
                cluster.nodes().isPresent()
                    ? cluster.nodes().get().misfit(request.largest())
                    : Optional.of(new Misfit.NodesNotManaged()));
  }

  /**
   * @param needed the bag with the deadline by which its results are needed
   */
  private List<Offer> offers(Message.Call call, Bag needed, long nowMillis) {
    BagId id = call.id().bag();
    Bag planned = transferTimes.bagToPlan(id, needed);
    long notBeforeMillis = transferTimes.stagedMillis(id, nowMillis + terms.startDelayMillis());
    return transferTimes.withDelivery(
        id,
        needed,
        plannedOffers(planned, notBeforeMillis, nowMillis),
        terms.offerSteps().sizes(needed.tasks()));
  }

  private List<Offer> plannedOffers(Bag bag, long notBeforeMillis, long nowMillis) {
    return scheduler
        .edfSchedule(nowMillis)
        .map(
            schedule ->
                new OfferGenerator(provider, schedule, terms.offerSteps())
                    .generate(bag, notBeforeMillis))
        .orElseGet(
            () ->
                new GapOfferGenerator(
                        provider,
                        cluster,
                        terms.planningPolicy().granularity(),
                        scheduler.freeBesidePlan(nowMillis),
                        terms.offerSteps())
                    .generate(bag, notBeforeMillis))
        .offers();
  }

  private Offer priced(Offer offer, Bag bag) {
    Money price = terms.price(bag.width(), cluster.durationMillis(bag.estimateMillis()));
    return new Offer(offer.provider(), offer.tasks(), offer.completionMillis(), price);
  }

  /**
   * The part as a job in the queue. Its deadline is that of the bag if the offer meets it, else the
   * time offered, or the forecast if that is later than what was promised. Tasks that run longer
   * than estimated delay a forecast by as much as time passes, so it may move as long as the offer
   * is valid; otherwise the offer would be refused.
   */
  Job job(
      Message.Reserve reserve,
      Message.Call call,
      Optional<Expectation> expectation,
      long leaseExpiresMillis) {
    BagId bag = call.id().bag();
    long submittedMillis = transferTimes.stagedMillis(bag, leaseExpiresMillis);
    Job job = OfferSource.job(reserve, call, cluster, submittedMillis);
    long forecastMillis =
        expectation
            .map(known -> Time.after(known.forecast().endMillis(), terms.offerValidMillis()))
            .orElse(reserve.completionMillis());
    return deliverable(job.withDeadline(Math.max(job.deadlineMillis(), forecastMillis)), call);
  }

  /** With a deadline by which its last task must end, so that all results are delivered in time. */
  private Job deliverable(Job job, Message.Call call) {
    long deliveryMillis = transferTimes.deliveryMillis(call.id().bag(), call.bag(), job.tasks());
    return deliveryMillis == 0
        ? job
        : job.withDeadline(Math.max(-Time.LIMIT_MILLIS, job.deadlineMillis() - deliveryMillis));
  }

  /** A provider that discloses free slots instead of offers accepts any number of tasks. */
  @Override
  public int tasksOnOffer(Message.Offers answer, Message.Reserve reserve) {
    return terms.disclosureLevel() == ProviderTerms.DisclosureLevel.FREE_SLOTS
        ? reserve.tasks()
        : OfferSource.tasksOfferedFor(answer.offers(), reserve.completionMillis());
  }

  private Disclosure disclosure(Message.Call call, long nowMillis) {
    ProviderTerms.DisclosureLevel level = terms.disclosureLevel();
    if (level == ProviderTerms.DisclosureLevel.NOTHING) {
      return Disclosure.NOTHING.withFirm(terms.firm());
    }
    return new Disclosure(
            OptionalLong.of(cluster.powerPermille()),
            level == ProviderTerms.DisclosureLevel.POWER
                ? OptionalLong.empty()
                : OptionalLong.of(remainingWork(nowMillis)),
            level == ProviderTerms.DisclosureLevel.FREE_SLOTS
                ? Optional.of(slots(call, nowMillis))
                : Optional.empty())
        .withFirm(terms.firm());
  }

  /** The remaining work, in the unit of the disclosed power times milliseconds. */
  private long remainingWork(long nowMillis) {
    Snapshot snapshot = scheduler.snapshot(nowMillis);
    long processorMillis = 0;
    for (var running : snapshot.running()) {
      long remainingMillis = running.occupiedUntilMillis(nowMillis) - nowMillis;
      processorMillis += running.processors() * Math.min(remainingMillis, Time.LIMIT_MILLIS);
    }
    for (Job job : snapshot.waiting()) {
      processorMillis += (long) job.tasks() * job.width() * job.durationMillis();
    }
    return processorMillis * cluster.speedPermille();
  }

  private Disclosure.Slots slots(Message.Call call, long nowMillis) {
    Bag bag = call.bag();
    long fromMillis = nowMillis + terms.startDelayMillis();
    List<FreeSlot> slots =
        FreeSlots.of(scheduler.freeBesidePlan(nowMillis)).stream()
            .flatMap(slot -> transferTimes.usable(call.id().bag(), bag, slot, fromMillis).stream())
            .toList();
    return new Disclosure.Slots(bag.width(), cluster.durationMillis(bag.estimateMillis()), slots);
  }

  /** The slots for the auction; only the earliest if there are very many. */
  Message.SlotsPublished publishedSlots(long lookAheadMillis, long nowMillis) {
    List<FreeSlot> slots =
        FreeSlots.of(scheduler.freeBesidePlan(nowMillis)).stream()
            .filter(slot -> slot.fromMillis() <= nowMillis + lookAheadMillis)
            .sorted(Comparator.comparingLong(FreeSlot::fromMillis))
            .limit(MAX_PUBLISHED_SLOTS)
            .toList();
    return new Message.SlotsPublished(
        provider,
        cluster,
        terms.pricePerProcessorHour(),
        terms.startDelayMillis(),
        slots,
        nowMillis);
  }

  /** When the job would end if it filled the gaps of the current plan. */
  private long endInGaps(IncomingJob incoming, long nowMillis) {
    long lastStartMillis =
        scheduler
            .freeBesidePlan(nowMillis)
            .takeEach(
                incoming.tasks(),
                incoming.width(),
                incoming.durationMillis(),
                incoming.notBeforeMillis(),
                (startMillis, tasks) -> {});
    return lastStartMillis == Time.NEVER ? Time.NEVER : lastStartMillis + incoming.durationMillis();
  }

  private IncomingJob incomingJob(Job job, long nowMillis) {
    Job planned = terms.planningPolicy().granularity().plannedJob(job);
    return new IncomingJob(
        planned.tasks(),
        planned.width(),
        planned.request(),
        planned.durationMillis(),
        Math.max(nowMillis, planned.submittedMillis()),
        planned.deadlineMillis());
  }
}
