package tender.core.provider;

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
final class Estimates {
  private static final int REMEMBERED = 10_000;

  private final ProviderId provider;
  private final Terms terms;
  private final Map<CallId, Message.Call> awaited = new LinkedHashMap<>();
  private final Map<BagId, Long> madeMillis = new LinkedHashMap<>();

  Estimates(ProviderId provider, Terms terms) {
    this.provider = provider;
    this.terms = terms;
  }

  /** The call as it is answered; nothing, if an estimate must be made first. */
  Optional<Message.Call> apply(Message.Call call, long nowMillis, List<Effect> effects) {
    if (terms.estimateMillis() == 0) {
      return Optional.of(call);
    }
    Long estimateMillis = madeMillis.get(call.id().bag());
    if (estimateMillis != null) {
      return Optional.of(call.withBag(call.bag().withEstimate(estimateMillis)));
    }
    effects.add(
        new Effect.Send(
            new Message.Estimating(call.id(), provider, nowMillis + terms.estimateMillis())));
    if (awaited.put(call.id(), call) == null) {
      effects.add(new Effect.Estimate(call));
    }
    return Optional.empty();
  }

  /** Keeps an estimate, and says which call has waited for it. */
  Optional<Message.Call> made(CallId call, long estimateMillis) {
    madeMillis.put(call.bag(), estimateMillis);
    if (madeMillis.size() > REMEMBERED) {
      madeMillis.remove(madeMillis.keySet().iterator().next());
    }
    return Optional.ofNullable(awaited.remove(call));
  }
}
