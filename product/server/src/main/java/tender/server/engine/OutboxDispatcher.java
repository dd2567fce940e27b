package tender.server.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.server.store.bags.PostgresStore;

/**
 * Sends outbox messages to the agents that are connected to this replica until they acknowledge
 * them. Messages of this replica's commits are sent immediately; messages of other replicas, and
 * lost ones, are found by polling the outbox.
 */
public final class OutboxDispatcher implements AutoCloseable {
  /** Sends messages to connected agents. */
  public interface AgentTransport {
    Set<ProviderId> connectedProviders();

    boolean isConnected(ProviderId provider);

    /** Returns false if not all messages could be sent. */
    boolean send(ProviderId to, List<OutboxMessage> messages);
  }

  private static final Logger LOG = System.getLogger(OutboxDispatcher.class.getName());
  private static final long RESEND_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int MAX_BATCH = 5_000;

  private final PostgresStore store;
  private final AgentTransport transport;
  private final Map<OutboxMessage.Id, Long> sentNanos = new ConcurrentHashMap<>();
  private final Consumer<ProviderId> otherAcknowledged;
  private final BlockingQueue<List<PostgresStore.Acknowledgement>> acknowledged =
      new LinkedBlockingQueue<>();
  private final Thread acknowledger;

  /**
   * @param otherAcknowledged called if a provider acknowledges a message to another one, which has
   *     no effect
   */
  public OutboxDispatcher(
      PostgresStore store, AgentTransport transport, Consumer<ProviderId> otherAcknowledged) {
    this.store = store;
    this.transport = transport;
    this.otherAcknowledged = otherAcknowledged;
    acknowledger =
        Thread.ofPlatform().name("tender-acknowledge").daemon().start(this::acknowledgeAll);
  }

  /** Sends messages that were just written. */
  public void send(List<OutboxMessage> messages) {
    Map<ProviderId, List<OutboxMessage>> byProvider =
        messages.stream()
            .filter(message -> transport.isConnected(message.to()))
            .collect(
                Collectors.groupingBy(OutboxMessage::to, LinkedHashMap::new, Collectors.toList()));
    long now = System.nanoTime();
    byProvider.forEach(
        (provider, batch) -> {
          if (transport.send(provider, batch)) {
            batch.forEach(message -> sentNanos.put(message.id(), now));
          }
        });
  }

  /** Sends messages of the outbox that were not sent recently. */
  public void dispatchPending() {
    Set<ProviderId> providers = transport.connectedProviders();
    if (providers.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    // Not all are acknowledged here: an agent may have gone before it handled a message.
    sentNanos.values().removeIf(sent -> now - sent > RESEND_NANOS);
    List<OutboxMessage> unsent = new ArrayList<>();
    for (OutboxMessage message : store.outboxFor(providers, MAX_BATCH)) {
      if (!sentNanos.containsKey(message.id())) {
        unsent.add(message);
      }
    }
    send(unsent);
  }

  /** Sends all messages of agents that have connected; earlier ones may be lost. */
  public void agentsConnected(List<ProviderId> connected) {
    List<OutboxMessage> pending = store.outboxFor(connected, MAX_BATCH);
    pending.forEach(message -> sentNanos.remove(message.id()));
    send(pending);
  }

  public void acknowledged(ProviderId from, List<OutboxMessage.Id> ids) {
    acknowledged.add(ids.stream().map(id -> new PostgresStore.Acknowledgement(from, id)).toList());
  }

  private void acknowledgeAll() {
    try {
      while (true) {
        List<List<PostgresStore.Acknowledgement>> taken = new ArrayList<>();
        taken.add(acknowledged.take());
        acknowledged.drainTo(taken);
        List<PostgresStore.Acknowledgement> all = taken.stream().flatMap(List::stream).toList();
        try {
          store.acknowledge(all).forEach(otherAcknowledged);
        } catch (Store.Unavailable e) {
          // The messages are sent again and acknowledged again.
          LOG.log(
              Level.DEBUG,
              "Database unavailable; acknowledgements lost: count={0}, cause={1}",
              all.size(),
              e);
        }
        // Of a message to another provider too: then it is sent again early, which is harmless.
        all.forEach(one -> sentNanos.remove(one.id()));
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  @Override
  public void close() {
    acknowledger.interrupt();
  }
}
