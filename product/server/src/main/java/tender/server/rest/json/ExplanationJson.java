package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.api.view.Explanation;
import tender.support.http.ResponseJson;

/** How a bag was placed, as JSON. */
public record ExplanationJson(
    int calls,
    List<String> called,
    int notCalled,
    List<String> silent,
    List<ConsideredOfferJson> offers,
    List<HistoryEventJson> history,
    int processors,
    @Nullable String noPromiseReason,
    @Nullable String noPromisePrice,
    @Nullable String missingResource,
    List<UnsuitableProviderJson> unsuitable) {

  /** An offer and whether it was used. */
  record ConsideredOfferJson(
      String provider,
      int tasks,
      Instant by,
      String pricePerTask,
      int usedTasks,
      @Nullable String unusedReason,
      @Nullable String surchargePerTask) {}

  /** A called provider at which no task can run. */
  record UnsuitableProviderJson(String provider, String reason) {}

  public static ExplanationJson of(Explanation explanation) {
    return new ExplanationJson(
        explanation.calls(),
        explanation.called().stream().map(ProviderId::value).toList(),
        explanation.notCalled(),
        explanation.silent().stream().map(ProviderId::value).toList(),
        explanation.offers().stream().map(ExplanationJson::offer).toList(),
        explanation.history().stream().map(HistoryEventJson::of).toList(),
        explanation.processors(),
        explanation.noPromise().map(NoPromiseText::code).orElse(null),
        explanation
            .noPromise()
            .flatMap(BagEffect.NoPromise::price)
            .map(Money::toString)
            .orElse(null),
        explanation.noPromise().flatMap(none -> MisfitText.of(none.misfits())).orElse(null),
        explanation.misfits().stream().map(ExplanationJson::unsuitable).toList());
  }

  private static UnsuitableProviderJson unsuitable(ProviderMisfit misfit) {
    return new UnsuitableProviderJson(misfit.provider().value(), misfit.misfit().text());
  }

  static ConsideredOfferJson offer(Explanation.ConsideredOffer considered) {
    return new ConsideredOfferJson(
        considered.offer().provider().value(),
        considered.offer().tasks(),
        Instant.ofEpochMilli(considered.offer().completionMillis()),
        considered.offer().pricePerTask().toString(),
        considered.usedTasks(),
        considered.unusedReason().map(ResponseJson::wireName).orElse(null),
        considered.surchargePerTask().map(Money::toString).orElse(null));
  }
}
