package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Offer;

/** Calls for which something can still be reserved, with the offers that were made. */
final class OpenCalls {
  private final OfferSource quotes;
  private final PromiseAdjuster hedge;
  private final CallEstimates estimates;
  private final Map<CallId, Open> calls = new LinkedHashMap<>();

  /**
   * @param instead what was offered since in place of what could not be held; nobody but whoever
   *     was refused has heard of it, so it is not answered to a call that comes again
   */
  private record Open(Message.Call call, Message.Offers answer, List<Offer> alternatives) {
    Open(Message.Call call, Message.Offers answer) {
      this(call, answer, List.of());
    }
  }

  OpenCalls(OfferSource quotes, PromiseAdjuster hedge, CallEstimates estimates) {
    this.quotes = quotes;
    this.hedge = hedge;
    this.estimates = estimates;
  }

  void forgetExpired(long nowMillis) {
    calls.values().removeIf(open -> open.answer.validUntilMillis() < nowMillis);
    hedge.keepOnly(calls.keySet());
  }

  /** Answers with offers, the same ones if it is asked again; or says that they come later. */
  void answer(Message.Call asked, long nowMillis, List<ProviderEffect> effects) {
    estimates
        .applyTo(asked, nowMillis, effects)
        .map(call -> calls.computeIfAbsent(call.id(), id -> open(call, nowMillis)))
        .ifPresent(open -> effects.add(new ProviderEffect.Send(open.answer)));
  }

  private Open open(Message.Call call, long nowMillis) {
    return new Open(call, quotes.offers(call, 0, nowMillis));
  }

  /** Answers whoever has waited for an estimate. */
  void estimateReady(CallId id, long estimateMillis, long nowMillis, List<ProviderEffect> effects) {
    estimates.completed(id, estimateMillis).ifPresent(awaited -> answer(awaited, nowMillis, effects));
  }

  /** Offers that the queue no longer bears are replaced before somebody tries to reserve them. */
  void sendChanged(long nowMillis, List<ProviderEffect> effects) {
    for (Map.Entry<CallId, Open> entry : calls.entrySet()) {
      Open open = entry.getValue();
      Message.Offers fresh = quotes.offers(open.call, open.answer.version() + 1, nowMillis);
      if (!fresh.offers().equals(open.answer.offers())) {
        entry.setValue(new Open(open.call, fresh));
        effects.add(new ProviderEffect.Send(fresh));
      }
    }
  }

  /** The call that a reservation is for, as it was answered; null if it is open no longer. */
  Message.@Nullable Call call(CallId id) {
    Open open = calls.get(id);
    return open == null ? null : open.call;
  }

  /** What was last answered to a call that is open. */
  Optional<Message.Offers> lastOffers(CallId id) {
    return Optional.ofNullable(calls.get(id)).map(Open::answer);
  }

  /** How many tasks by the time of a reservation are on offer. */
  int tasksOnOffer(Message.Reserve reserve) {
    Open open = calls.get(reserve.id().call());
    return open == null
        ? 0
        : Math.max(
            quotes.tasksOnOffer(open.answer, reserve),
            OfferSource.tasksCompletedBy(open.alternatives, reserve.completionMillis()));
  }

  /** What could be offered now in place of what cannot be had any more. */
  List<Offer> alternatives(CallId id, long nowMillis) {
    Open open = calls.get(id);
    return open == null ? List.of() : quotes.offers(open.call, 0, nowMillis).offers();
  }

  /**
   * The same, where what was held has just been given back: while it was held less was on offer, so
   * this is on offer from now on.
   */
  List<Offer> alternativesAfterRelease(CallId id, long nowMillis) {
    List<Offer> instead = alternatives(id, nowMillis);
    calls.computeIfPresent(id, (_, open) -> new Open(open.call, open.answer, instead));
    return instead;
  }
}
