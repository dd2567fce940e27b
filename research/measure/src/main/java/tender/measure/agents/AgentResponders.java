package tender.measure.agents;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tender.agent.link.MarketLink;
import tender.agent.link.MessageHandler;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.provider.Provider;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;

/** The responses of agents without a cluster. */
public final class AgentResponders {
  private static final int PROCESSORS = 4_096;
  private static final long HOLD_MILLIS = 10 * Time.SECOND_MILLIS;

  private AgentResponders() {}

  /** Responds like core's provider for an empty cluster where no job ever starts. */
  public static MessageHandler provider(MarketLink link, AtomicInteger released) {
    Provider provider = emptyCluster(link.provider());
    return message -> {
      for (ProviderEffect effect :
          provider.handle(new ProviderEvent.MessageReceived(message), System.currentTimeMillis())) {
        if (effect instanceof ProviderEffect.Send(Message.ToMetascheduler reply)) {
          link.send(reply);
        }
      }
      if (message instanceof Message.Release) {
        released.incrementAndGet();
      }
    };
  }

  /** Core's provider for an empty cluster where no job ever starts. */
  public static Provider emptyCluster(ProviderId id) {
    ProviderTerms terms =
        new ProviderTerms(
                HOLD_MILLIS, HOLD_MILLIS, Time.SECOND_MILLIS, ProviderTerms.DisclosureLevel.NOTHING)
            .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM);
    return new Provider(id, Cluster.of(PROCESSORS), terms);
  }

  /** Always sends the same offer. */
  public static MessageHandler fixedOffer(MarketLink link, Runnable called) {
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
