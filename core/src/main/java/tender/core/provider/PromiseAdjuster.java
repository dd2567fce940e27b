package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Offer;
import tender.core.promise.Expectation;
import tender.core.promise.Forecast;
import tender.core.promise.Slack;
import tender.core.provider.state.ReservedPart;

/**
 * Turns forecasts into promises. A provider that can hold the capacity it plans promises its plan.
 * A provider whose batch system decides on its own adds the slack that its record requires. Because
 * the slack must fit before the user's deadline, it forecasts the earliest end, adds the slack, and
 * compares the sum with the deadline.
 */
final class PromiseAdjuster {
  /** Bounds the slack of a provider that local users keep busy all the time. */
  private static final double MAX_BUSY_SHARE = 0.9;

  /**
   * The additional time assumed for waiting behind other work, as a share of the wait: a batch
   * system starts the next task only some seconds after the one before it has ended.
   */
  private static final double WAIT_MARGIN = 0.25;

  /** How much of the longest run of a local job is forgotten with each later one. */
  private static final double FORGOTTEN_SHARE = 0.02;

  private Optional<Slack> slack;
  private final Cluster cluster;
  private final long startDelayMillis;
  private double busyShare;
  private double longestLocalMillis;

  /** The offers made for open calls, latest last. */
  private final Map<CallId, List<AdjustedOffer>> adjustedOffers = new LinkedHashMap<>();

  private record AdjustedOffer(Offer offer, Expectation expectation) {}

  /**
   * @param slack empty if the provider can hold the capacity it plans
   * @param startDelayMillis from an offer to the earliest start
   */
  PromiseAdjuster(Optional<Slack> slack, Cluster cluster, long startDelayMillis) {
    this.slack = slack;
    this.cluster = cluster;
    this.startDelayMillis = startDelayMillis;
  }

  /** For a provider that can hold the capacity it plans. */
  static PromiseAdjuster withoutSlack() {
    return new PromiseAdjuster(Optional.empty(), Cluster.of(1), 0);
  }

  /** The mean share of the processors that local jobs have used. */
  void setLocalLoad(double busyShare) {
    this.busyShare = Math.clamp(busyShare, 0, MAX_BUSY_SHARE);
  }

  /** A local job has ended after it ran for this time. */
  void localJobEnded(long ranMillis) {
    longestLocalMillis = Math.max((double) ranMillis, (1 - FORGOTTEN_SHARE) * longestLocalMillis);
  }

  /**
   * How much longer than forecast work takes beside local jobs that are still to come: on average
   * they leave {@code 1 - busyShare} of the processors. Because their arrivals vary, twice the
   * additional time is assumed until the record shows better. Work that needs nodes of a rare kind
   * may wait for a whole local job that occupies them. Waiting behind other work has a margin of
   * its own.
   *
   * @param aloneMillis the span of the offered tasks on the empty cluster
   */
  private double initialMultiple(Forecast forecast, long aloneMillis) {
    double spanMillis = forecast.spanMillis();
    double waitMillis = Math.max(0, spanMillis - aloneMillis);
    double blockedMillis = forecast.excludedShare() * longestLocalMillis;
    return 1
        + 2 * busyShare / (1 - busyShare)
        + (WAIT_MARGIN * waitMillis + blockedMillis) / spanMillis;
  }

  /** The bag to make offers for: with slack, the earliest end is needed instead of the deadline. */
  Bag bagToPlan(Message.Call call, long nowMillis) {
    return slack.isPresent() ? call.bag().subBag(call.bag().tasks(), nowMillis) : call.bag();
  }

  /** The offers with slack added; of several for the same time, only the largest. */
  List<Offer> adjust(Message.Call call, List<Offer> planned, long taskMillis, long nowMillis) {
    if (slack.isEmpty()) {
      return planned;
    }
    List<AdjustedOffer> made = adjustedOffers.computeIfAbsent(call.id(), id -> new ArrayList<>());
    List<Offer> adjusted = new ArrayList<>();
    double excludedShare = 1 - (double) usableProcessors(call.bag()) / cluster.processors();
    for (Offer offer : planned) {
      Forecast forecast =
          new Forecast(nowMillis, taskMillis, offer.completionMillis(), excludedShare);
      Expectation expectation =
          slack
              .get()
              .promise(forecast, initialMultiple(forecast, aloneMillis(call, offer, taskMillis)));
      long completionMillis = Math.max(expectation.promisedMillis(), call.bag().deadlineMillis());
      Offer adjustedOffer =
          new Offer(offer.provider(), offer.tasks(), completionMillis, offer.pricePerTask());
      if (!adjusted.isEmpty() && adjusted.getLast().completionMillis() == completionMillis) {
        adjusted.removeLast();
      }
      adjusted.add(adjustedOffer);
      made.add(new AdjustedOffer(adjustedOffer, expectation));
    }
    return adjusted;
  }

  private long aloneMillis(Message.Call call, Offer offer, long taskMillis) {
    long rounds =
        Math.ceilDiv((long) offer.tasks() * call.bag().width(), usableProcessors(call.bag()));
    return startDelayMillis + rounds * taskMillis;
  }

  /** The processors of the nodes that have what the bag's tasks request. */
  private int usableProcessors(Bag bag) {
    return cluster
        .nodes()
        .flatMap(nodes -> bag.request().map(request -> nodes.usableProcessors(request.largest())))
        .map(usable -> Math.clamp(usable, 1, cluster.processors()))
        .orElse(cluster.processors());
  }

  /** The forecast behind the offer that is now reserved; empty if there is no slack. */
  Optional<Expectation> expectation(Message.Reserve reserve) {
    List<AdjustedOffer> made = adjustedOffers.getOrDefault(reserve.id().call(), List.of());
    return made.reversed().stream()
        .filter(adjusted -> adjusted.offer.completionMillis() == reserve.completionMillis())
        .filter(adjusted -> adjusted.offer.tasks() >= reserve.tasks())
        .map(AdjustedOffer::expectation)
        .findFirst();
  }

  /** Drops the offers of all other calls. */
  void keepOnly(Set<CallId> open) {
    adjustedOffers.keySet().retainAll(open);
  }

  /** Learns from a part that has ended; empty if there is nothing to learn. */
  Optional<Slack> learn(ReservedPart ended) {
    if (slack.isEmpty() || ended.expectation().isEmpty()) {
      return Optional.empty();
    }
    slack =
        slack.map(
            current -> current.withOutcome(ended.expectation().get(), ended.lastEndedMillis()));
    return slack;
  }
}
