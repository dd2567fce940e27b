package tender.core.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.provider.state.ProviderEffect;

/**
 * The provider's own estimates of task run times. An estimate takes time, so the first call for a
 * bag waits for it; later calls for the bag use it. Like open calls, estimates do not survive a
 * restart.
 */
final class CallEstimates {
  private static final int MAX_ESTIMATES = 10_000;

  private final ProviderId provider;
  private final ProviderTerms terms;
  private final Map<CallId, Message.Call> waitingCalls = new LinkedHashMap<>();
  private final Map<BagId, Long> estimatesMillis = new LinkedHashMap<>();

  CallEstimates(ProviderId provider, ProviderTerms terms) {
    this.provider = provider;
    this.terms = terms;
  }

  /** The call with the provider's estimate; empty if an estimate must be made first. */
  Optional<Message.Call> applyTo(Message.Call call, long nowMillis, List<ProviderEffect> effects) {
    if (terms.estimateTimeoutMillis() == 0) {
      return Optional.of(call);
    }
    Long estimateMillis = estimatesMillis.get(call.id().bag());
    if (estimateMillis != null) {
      return Optional.of(call.withBag(call.bag().withEstimate(estimateMillis)));
    }
    effects.add(
        new ProviderEffect.Send(
            new Message.EstimatePending(
                call.id(), provider, nowMillis + terms.estimateTimeoutMillis())));
    if (waitingCalls.put(call.id(), call) == null) {
      effects.add(new ProviderEffect.RequestEstimate(call));
    }
    return Optional.empty();
  }

  /** Stores an estimate and returns the call that waited for it. */
  Optional<Message.Call> completed(CallId call, long estimateMillis) {
    estimatesMillis.put(call.bag(), estimateMillis);
    if (estimatesMillis.size() > MAX_ESTIMATES) {
      estimatesMillis.remove(estimatesMillis.keySet().iterator().next());
    }
    return Optional.ofNullable(waitingCalls.remove(call));
  }
}
