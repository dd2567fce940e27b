package tender.program.measure;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tender.agent.link.Inbox;
import tender.agent.link.MarketLink;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.Time;
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.Provider;
import tender.core.provider.Terms;

/** How agents without a cluster answer. */
final class Answering {
  private static final int PROCESSORS = 64;
  private static final long HOLD_MILLIS = 10 * Time.SECOND_MILLIS;

  private Answering() {}

  /** As core's provider does on a cluster that is empty and where nothing ever starts. */
  static Inbox provider(MarketLink link, AtomicInteger released) {
    Terms terms =
        new Terms(HOLD_MILLIS, HOLD_MILLIS, Time.SECOND_MILLIS, Terms.Discloses.NOTHING)
            .withStarter(Terms.Starter.BATCH_SYSTEM);
    Provider provider = new Provider(link.provider(), Cluster.of(PROCESSORS), terms);
    return message -> {
      for (Effect effect :
          provider.handle(new Event.Received(message), System.currentTimeMillis())) {
        if (effect instanceof Effect.Send(Message.ToMetascheduler said)) {
          link.send(said);
        }
      }
      if (message instanceof Message.Release) {
        released.incrementAndGet();
      }
    };
  }

  /** The same offer, without thinking. */
  static Inbox thoughtless(MarketLink link, Runnable called) {
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
