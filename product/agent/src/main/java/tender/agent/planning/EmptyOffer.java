package tender.agent.planning;

import tender.agent.execution.ProviderSettings;
import java.util.List;
import tender.core.message.Message;
import tender.core.model.Disclosure;

/**
 * The answer to a call for what the batch system cannot run at all, however many processors are
 * free; core, which counts processors, need not know why.
 */
final class EmptyOffer {
  private EmptyOffer() {}

  static Message.Offers to(Message.Call call, ProviderSettings settings, long nowMillis) {
    return new Message.Offers(
        call.id(),
        settings.id(),
        0,
        List.of(),
        Disclosure.NOTHING,
        nowMillis,
        nowMillis + settings.terms().offerValidMillis());
  }
}
