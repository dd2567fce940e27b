package tender.agent.planning;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Disclosure;

/**
 * An answer without offers, for bags that the batch system cannot run at any load. Core counts only
 * processors and need not know the reason.
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
