package tender.agent.planning;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.Disclosure;
import tender.core.resource.Misfit;

/**
 * An answer without offers, for bags that the batch system cannot run at any load. Core counts only
 * processors and need not know the reason.
 */
final class EmptyOffer {
  private EmptyOffer() {}

  /**
   * @param misfit what the tasks need and the provider does not have, for the user
   */
  static Message.Offers to(
      Message.Call call, ProviderSettings settings, Optional<Misfit> misfit, long nowMillis) {
    return new Message.Offers(
        call.id(),
        settings.id(),
        0,
        List.of(),
        Disclosure.NOTHING.withMisfit(misfit),
        nowMillis,
        nowMillis + settings.terms().offerValidMillis());
  }
}
