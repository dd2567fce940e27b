package tender.agent.provider;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Disclosure;

/**
 * The answer to a call for what the batch system cannot run at all, however many processors are
 * free; core, which counts processors, need not know why.
 */
final class NothingFor {
  private NothingFor() {}

  static Message.Offers call(Message.Call call, ProviderSettings settings, long nowMillis) {
    return new Message.Offers(
        call.id(),
        settings.id(),
        0,
        List.of(),
        Disclosure.NOTHING,
        nowMillis,
        nowMillis + settings.terms().offerMillis());
  }
}
