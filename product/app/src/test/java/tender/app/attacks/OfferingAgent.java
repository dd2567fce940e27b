package tender.app.attacks;

import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.ServerAddress;
import tender.bagfile.WorkOrder;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;

/** An honest agent without a cluster: it offers to run all tasks, and reserves and commits. */
final class OfferingAgent implements AutoCloseable {
  private static final long HOUR_MILLIS = 3_600_000;

  final MarketLink link;
  final Path identity;
  final Queue<Message.ToProvider> received = new ConcurrentLinkedQueue<>();

  /** The work orders that it read while it was called. */
  final Queue<WorkOrder> described = new ConcurrentLinkedQueue<>();

  private volatile boolean offersNothing;

  OfferingAgent(Path identity, int port) {
    this.identity = identity;
    link =
        new MarketLink(new LinkSettings(List.of(new ServerAddress("localhost", port)), identity));
    link.start(this::handle);
  }

  /** From now on it reads the work orders of calls, and gets no part, as it makes no offers. */
  OfferingAgent offeringNothing() {
    offersNothing = true;
    return this;
  }

  OfferingAgent awaitConnected() throws InterruptedException {
    AttackMarket.await(link.provider() + " connected", link::isConnected);
    return this;
  }

  /** The part that it has committed to. */
  ReservationId awaitPart() throws InterruptedException {
    AttackMarket.await("commit", () -> commit() != null);
    return commit().id();
  }

  private Message.Commit commit() {
    return received.stream()
        .filter(Message.Commit.class::isInstance)
        .map(Message.Commit.class::cast)
        .findFirst()
        .orElse(null);
  }

  private void handle(Message.ToProvider message) {
    received.add(message);
    long nowMillis = System.currentTimeMillis();
    switch (message) {
      case Message.Call call -> {
        if (offersNothing) {
          described.add(link.describe(call.id().bag()).order());
        } else {
          Offer offer = Offer.free(link.provider(), call.bag().tasks(), nowMillis + HOUR_MILLIS);
          link.send(
              new Message.Offers(
                  call.id(),
                  link.provider(),
                  0,
                  List.of(offer),
                  Disclosure.NOTHING,
                  nowMillis,
                  nowMillis + HOUR_MILLIS));
        }
      }
      case Message.Reserve reserve ->
          link.send(new Message.Reserved(reserve.id(), nowMillis + HOUR_MILLIS));
      case Message.Commit commit -> link.send(new Message.Committed(commit.id()));
      default -> {}
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
