package tender.core.provider;

import tender.core.provider.state.ReservedPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.Offer;
import tender.core.promise.Expectation;
import tender.core.promise.Forecast;
import tender.core.promise.Slack;

/**
 * What a provider may say of its forecasts. One that can hold what it plans says what it plans. One
 * whose batch system does what it will says so much more, or less, as its own record teaches; and
 * since the slack must fit in front of a user's deadline, it forecasts the earliest end and
 * compares that, with the slack, with the deadline.
 */
final class PromiseAdjuster {
  private Optional<Slack> slack;

  /** What was said of open calls, by the latest word last. */
  private final Map<CallId, List<AdjustedOffer>> adjustedOffers = new LinkedHashMap<>();

  private record AdjustedOffer(Offer offer, Expectation expectation) {}

  /**
   * @param slack none, if what is planned is held
   */
  PromiseAdjuster(Optional<Slack> slack) {
    this.slack = slack;
  }

  /** The bag for which offers are to be looked for. */
  Bag bagToPlan(Message.Call call, long nowMillis) {
    return slack.isPresent() ? call.bag().subBag(call.bag().tasks(), nowMillis) : call.bag();
  }

  /** The offers as they are told, the larger of those that are told for the same time. */
  List<Offer> adjust(Message.Call call, List<Offer> found, long taskMillis, long nowMillis) {
    if (slack.isEmpty()) {
      return found;
    }
    List<AdjustedOffer> said = adjustedOffers.computeIfAbsent(call.id(), id -> new ArrayList<>());
    List<Offer> told = new ArrayList<>();
    for (Offer offer : found) {
      Forecast forecast = new Forecast(nowMillis, taskMillis, offer.completionMillis());
      Expectation expected = slack.get().promise(forecast);
      long byMillis = Math.max(expected.promisedMillis(), call.bag().deadlineMillis());
      Offer one = new Offer(offer.provider(), offer.tasks(), byMillis, offer.pricePerTask());
      if (!told.isEmpty() && told.getLast().completionMillis() == byMillis) {
        told.removeLast();
      }
      told.add(one);
      said.add(new AdjustedOffer(one, expected));
    }
    return told;
  }

  /** What was expected when that was offered which is now asked for; nothing, if it is held. */
  Optional<Expectation> expectation(Message.Reserve reserve) {
    List<AdjustedOffer> said = adjustedOffers.getOrDefault(reserve.id().call(), List.of());
    return said.reversed().stream()
        .filter(one -> one.offer.completionMillis() == reserve.completionMillis())
        .filter(one -> one.offer.tasks() >= reserve.tasks())
        .map(AdjustedOffer::expectation)
        .findFirst();
  }

  /** Only these calls are open. */
  void keepOnly(Set<CallId> open) {
    adjustedOffers.keySet().retainAll(open);
  }

  /** A part has ended: what is known now, if that teaches anything. */
  Optional<Slack> learn(ReservedPart ended) {
    if (slack.isEmpty() || ended.expectation().isEmpty()) {
      return Optional.empty();
    }
    slack = slack.map(one -> one.withOutcome(ended.expectation().get(), ended.lastEndedMillis()));
    return slack;
  }
}
