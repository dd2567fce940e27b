package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

/**
 * What the provider itself thinks of how long tasks take. Making an estimate takes time, so a call
 * waits for the first one of its bag; all later calls for the bag are answered at once. Lost with
 * the process, like open calls.
 */
final class CallEstimates {
  private static final int REMEMBERED = 10_000;

  private final ProviderId provider;
  private final ProviderTerms terms;
  private final Map<CallId, Message.Call> awaited = new LinkedHashMap<>();
  private final Map<BagId, Long> madeMillis = new LinkedHashMap<>();

  CallEstimates(ProviderId provider, ProviderTerms terms) {
    this.provider = provider;
    this.terms = terms;
  }

  /** The call as it is answered; nothing, if an estimate must be made first. */
  Optional<Message.Call> applyTo(Message.Call call, long nowMillis, List<ProviderEffect> effects) {
    if (terms.estimateTimeoutMillis() == 0) {
      return Optional.of(call);
    }
    Long estimateMillis = madeMillis.get(call.id().bag());
    if (estimateMillis != null) {
      return Optional.of(call.withBag(call.bag().withEstimate(estimateMillis)));
    }
    effects.add(
        new ProviderEffect.Send(
            new Message.EstimatePending(call.id(), provider, nowMillis + terms.estimateTimeoutMillis())));
    if (awaited.put(call.id(), call) == null) {
      effects.add(new ProviderEffect.RequestEstimate(call));
    }
    return Optional.empty();
  }

  /** Keeps an estimate, and says which call has waited for it. */
  Optional<Message.Call> completed(CallId call, long estimateMillis) {
    madeMillis.put(call.bag(), estimateMillis);
    if (madeMillis.size() > REMEMBERED) {
      madeMillis.remove(madeMillis.keySet().iterator().next());
    }
    return Optional.ofNullable(awaited.remove(call));
  }
}
