package tender.server.engine.agents;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import tender.core.model.ProviderId;
import tender.server.engine.OutboxDispatcher;
import tender.server.engine.ProviderDirectory;
import tender.server.store.identity.AgentConnectionRepository;

/**
 * Records which agents are connected to this replica, and sends newly connected ones what they
 * missed. Agents that connect or disconnect together share the statements, so that each costs the
 * database the same however many there are.
 */
final class ConnectionRecorder {
  private static final int MAX_BATCH = 500;

  private final AgentConnectionRepository connections;
  private final String replica;
  private final ProviderDirectory providers;
  private final OutboxDispatcher dispatcher;
  private final BiConsumer<ProviderId, String> displaced;
  private final Batcher<ProviderId> connects = new Batcher<>(MAX_BATCH, this::connectAll);
  private final Batcher<ProviderId> disconnects = new Batcher<>(MAX_BATCH, this::disconnectAll);

  /**
   * @param displaced called with the other replica to which an agent was connected
   */
  ConnectionRecorder(
      AgentConnectionRepository connections,
      String replica,
      ProviderDirectory providers,
      OutboxDispatcher dispatcher,
      BiConsumer<ProviderId, String> displaced) {
    this.connections = connections;
    this.replica = replica;
    this.providers = providers;
    this.dispatcher = dispatcher;
    this.displaced = displaced;
  }

  /** Returns when the connection is recorded. */
  void connected(ProviderId provider) {
    connects.run(provider);
  }

  /** Returns when the end of the connection is recorded. */
  void disconnected(ProviderId provider) {
    disconnects.run(provider);
  }

  private void connectAll(List<ProviderId> together) {
    Map<ProviderId, String> others = connections.setConnected(together, replica);
    others.forEach(displaced);
    providers.refreshUnlessSlow();
    dispatcher.agentsConnected(together);
  }

  private void disconnectAll(List<ProviderId> together) {
    connections.setDisconnected(together, replica);
    providers.refreshUnlessSlow();
  }
}
