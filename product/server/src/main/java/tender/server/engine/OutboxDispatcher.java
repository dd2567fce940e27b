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
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.server.store.bags.PostgresStore;

/**
 * Sends what is owed to the agents that are connected here, until they acknowledge it. What has
 * just been written is sent at once; what another replica owes, or was lost, when it is looked for.
 */
public final class OutboxDispatcher implements AutoCloseable {
  /** Connected agents, and the way to them. */
  public interface AgentTransport {
    Set<ProviderId> connectedProviders();

    /** False if not all are on their way. */
    boolean send(ProviderId to, List<OutboxMessage> owed);
  }

  private static final Logger LOG = System.getLogger(OutboxDispatcher.class.getName());
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int MOST_AT_ONCE = 5_000;

  private final PostgresStore store;
  private final AgentTransport way;
  private final Map<OutboxMessage.Id, Long> sentNanos = new ConcurrentHashMap<>();
  private final BlockingQueue<List<OutboxMessage.Id>> acknowledged = new LinkedBlockingQueue<>();
  private final Thread clerk;

  public OutboxDispatcher(PostgresStore store, AgentTransport way) {
    this.store = store;
    this.way = way;
    clerk = Thread.ofPlatform().name("tender-acknowledge").daemon().start(this::acknowledgeAll);
  }

  /** These have just been written. */
  public void send(List<OutboxMessage> messages) {
    Map<ProviderId, List<OutboxMessage>> byProvider = new LinkedHashMap<>();
    Set<ProviderId> here = way.connectedProviders();
    for (OutboxMessage owed : messages) {
      if (here.contains(owed.to())) {
        byProvider.computeIfAbsent(owed.to(), to -> new ArrayList<>()).add(owed);
      }
    }
    long now = System.nanoTime();
    byProvider.forEach(
        (provider, owed) -> {
          if (way.send(provider, owed)) {
            owed.forEach(one -> sentNanos.put(one.id(), now));
          }
        });
  }

  /** Looks for what is owed to those connected here and is not on its way. */
  public void dispatchPending() {
    dispatchPending(way.connectedProviders());
  }

  /** A provider has come: whatever was on its way to it may be lost. */
  void agentConnected(ProviderId provider) {
    List<OutboxMessage> owed = store.outboxFor(Set.of(provider), MOST_AT_ONCE);
    owed.forEach(one -> sentNanos.remove(one.id()));
    send(owed);
  }

  private void dispatchPending(Set<ProviderId> providers) {
    if (providers.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    List<OutboxMessage> missing = new ArrayList<>();
    for (OutboxMessage owed : store.outboxFor(providers, MOST_AT_ONCE)) {
      Long sent = sentNanos.get(owed.id());
      if (sent == null || now - sent > AGAIN_NANOS) {
        missing.add(owed);
      }
    }
    send(missing);
  }

  void acknowledged(List<OutboxMessage.Id> ids) {
    acknowledged.add(ids);
  }

  private void acknowledgeAll() {
    try {
      while (true) {
        List<List<OutboxMessage.Id>> taken = new ArrayList<>();
        taken.add(acknowledged.take());
        acknowledged.drainTo(taken);
        List<OutboxMessage.Id> ids = taken.stream().flatMap(List::stream).toList();
        try {
          store.acknowledge(ids);
        } catch (Store.Unavailable e) {
          // They are sent again, and acknowledged again.
          LOG.log(Level.DEBUG, "{0} acknowledgements are lost: {1}", ids.size(), e);
        }
        ids.forEach(sentNanos::remove);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  @Override
  public void close() {
    clerk.interrupt();
  }
}
