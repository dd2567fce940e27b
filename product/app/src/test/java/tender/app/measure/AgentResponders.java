package tender.app.measure;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tender.agent.link.MessageHandler;
import tender.agent.link.MarketLink;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.Provider;
import tender.core.provider.ProviderTerms;

/** How agents without a cluster answer. */
final class AgentResponders {
  private static final int PROCESSORS = 64;
  private static final long HOLD_MILLIS = 10 * Time.SECOND_MILLIS;

  private AgentResponders() {}

  /** As core's provider does on a cluster that is empty and where nothing ever starts. */
  static MessageHandler provider(MarketLink link, AtomicInteger released) {
    ProviderTerms terms =
        new ProviderTerms(HOLD_MILLIS, HOLD_MILLIS, Time.SECOND_MILLIS, ProviderTerms.DisclosureLevel.NOTHING)
            .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM);
    Provider provider = new Provider(link.provider(), Cluster.of(PROCESSORS), terms);
    return message -> {
      for (ProviderEffect effect :
          provider.handle(new ProviderEvent.MessageReceived(message), System.currentTimeMillis())) {
        if (effect instanceof ProviderEffect.Send(Message.ToMetascheduler said)) {
          link.send(said);
        }
      }
      if (message instanceof Message.Release) {
        released.incrementAndGet();
      }
    };
  }

  /** The same offer, without thinking. */
  static MessageHandler fixedOffer(MarketLink link, Runnable called) {
    return message -> {
      if (message instanceof Message.Call call) {
        called.run();
        List<Offer> offers = List.of(Offer.free(link.provider(), 10, Time.LIMIT_MILLIS / 2));
        link.send(
            new Message.Offers(call.id(), link.provider(), 0, offers, Disclosure.NOTHING, 1, 2));
      }
    };
  }
}
