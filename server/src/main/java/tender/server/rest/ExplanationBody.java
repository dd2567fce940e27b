package tender.server.rest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.ProviderId;
import tender.server.market.view.Explanation;
import tender.web.Json;

/** Why a bag got what it got, as JSON. */
record ExplanationBody(
    int calls,
    List<String> asked,
    List<String> silent,
    List<OfferBody> offers,
    List<HappeningBody> history,
    @Nullable String noPromise) {

  /** An offer, and what became of it. */
  record OfferBody(
      String provider,
      int tasks,
      Instant by,
      String pricePerTask,
      int usedTasks,
      @Nullable String whyNot) {}

  static ExplanationBody of(Explanation explanation) {
    return new ExplanationBody(
        explanation.calls(),
        explanation.asked().stream().map(ProviderId::value).toList(),
        explanation.silent().stream().map(ProviderId::value).toList(),
        explanation.offers().stream().map(ExplanationBody::offer).toList(),
        explanation.history().stream().map(HappeningBody::of).toList(),
        explanation.noPromise().map(Json::name).orElse(null));
  }

  static OfferBody offer(Explanation.ConsideredOffer considered) {
    return new OfferBody(
        considered.offer().provider().value(),
        considered.offer().tasks(),
        Instant.ofEpochMilli(considered.offer().byMillis()),
        considered.offer().pricePerTask().toString(),
        considered.usedTasks(),
        considered.whyNot().map(Json::name).orElse(null));
  }
}
