package tender.core.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Offer;
import tender.core.provider.state.ProviderEffect;

/** Calls whose offers can still be reserved, with the offers that were made. */
final class OpenCalls {
  private final OfferSource offerSource;
  private final PromiseAdjuster promiseAdjuster;
  private final CallEstimates estimates;
  private final Map<CallId, Open> calls = new LinkedHashMap<>();

  /**
   * @param alternatives offers made in a refusal; they were sent only in that refusal, so a
   *     repeated call does not get them
   */
  private record Open(Message.Call call, Message.Offers answer, List<Offer> alternatives) {}

  OpenCalls(OfferSource offerSource, PromiseAdjuster promiseAdjuster, CallEstimates estimates) {
    this.offerSource = offerSource;
    this.promiseAdjuster = promiseAdjuster;
    this.estimates = estimates;
  }

  void forgetExpired(long nowMillis) {
    calls.values().removeIf(open -> open.answer.validUntilMillis() < nowMillis);
    promiseAdjuster.keepOnly(calls.keySet());
  }

  /** Answers with offers, the same for a repeated call; or announces that they come later. */
  void answer(Message.Call request, long nowMillis, List<ProviderEffect> effects) {
    estimates
        .applyTo(request, nowMillis, effects)
        .map(call -> calls.computeIfAbsent(call.id(), id -> open(call, nowMillis)))
        .ifPresent(open -> effects.add(new ProviderEffect.Send(open.answer)));
  }

  private Open open(Message.Call call, long nowMillis) {
    return new Open(call, offerSource.offers(call, 0, nowMillis), List.of());
  }

  /** Answers the call that waited for an estimate. */
  void estimateReady(CallId id, long estimateMillis, long nowMillis, List<ProviderEffect> effects) {
    estimates
        .completed(id, estimateMillis)
        .ifPresent(awaited -> answer(awaited, nowMillis, effects));
  }

  /** Replaces offers that are no longer possible before they are reserved. */
  void sendChanged(long nowMillis, List<ProviderEffect> effects) {
    for (Map.Entry<CallId, Open> entry : calls.entrySet()) {
      Open open = entry.getValue();
      Message.Offers updated = offerSource.offers(open.call, open.answer.version() + 1, nowMillis);
      if (!updated.offers().equals(open.answer.offers())) {
        entry.setValue(new Open(open.call, updated, List.of()));
        effects.add(new ProviderEffect.Send(updated));
      }
    }
  }

  /** The call that a reservation is for, as it was answered; null if it is no longer open. */
  Message.@Nullable Call call(CallId id) {
    Open open = calls.get(id);
    return open == null ? null : open.call;
  }

  /** The last offers for an open call. */
  Optional<Message.Offers> lastOffers(CallId id) {
    return Optional.ofNullable(calls.get(id)).map(Open::answer);
  }

  /** How many tasks are offered by the completion time of a reservation. */
  int tasksOnOffer(Message.Reserve reserve) {
    Open open = calls.get(reserve.id().call());
    return open == null
        ? 0
        : Math.max(
            offerSource.tasksOnOffer(open.answer, reserve),
            OfferSource.tasksOfferedFor(open.alternatives, reserve.completionMillis()));
  }

  /** Offers that are possible now instead of the refused ones, and can be reserved from now on. */
  List<Offer> alternatives(CallId id, long nowMillis) {
    Open open = calls.get(id);
    if (open == null) {
      return List.of();
    }
    List<Offer> alternatives = offerSource.offers(open.call, 0, nowMillis).offers();
    calls.put(id, new Open(open.call, open.answer, alternatives));
    return alternatives;
  }
}
