package tender.server.agents;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.core.model.ProviderId;
import tender.server.agents.limits.RegistrationLimiter;

/**
 * The open streams. Only the newest stream of a provider is used: an agent opens a new stream when
 * it considers the old one dead, and it notices that first.
 */
final class AgentStreams {
  private static final System.Logger LOG = System.getLogger(AgentStreams.class.getName());

  /** Holds a provider's stream; kept for every provider that ever connected. */
  private static final class Slot {
    private volatile @Nullable AgentStream stream;
  }

  private final AgentHandler handler;
  private final RegistrationLimiter registrations;
  private final Map<ProviderId, Slot> slots = new ConcurrentHashMap<>();
  private final Set<AgentStream> open = ConcurrentHashMap.newKeySet();

  AgentStreams(AgentHandler handler, RegistrationLimiter registrations) {
    this.handler = handler;
    this.registrations = registrations;
  }

  /** A stream was opened; Hello has not arrived yet. */
  void opened(AgentStream stream) {
    open.add(stream);
  }

  /** The agent has sent Hello. */
  void register(AgentStream stream) {
    Slot slot = slots.computeIfAbsent(stream.provider(), provider -> new Slot());
    AgentStream older;
    // Under the lock, so that the handler sees connects and disconnects in order.
    synchronized (slot) {
      older = slot.stream;
      slot.stream = stream;
      registrations.register(() -> notifyHandler(() -> handler.connected(stream.provider())));
    }
    LOG.log(Level.INFO, "Agent connected", stream.provider());
    if (older != null) {
      AgentStream displaced = older;
      notifyHandler(
          () ->
              handler.displaced(
                  stream.provider(), displaced.caller().peer(), stream.caller().peer()));
      older.end(
          Status.ABORTED.withDescription(
              "A newer stream of " + stream.provider() + " replaced this one."));
    }
  }

  /** A stream has ended. No effect if it was replaced or already unregistered. */
  void unregister(AgentStream stream) {
    open.remove(stream);
    Slot slot = slots.get(stream.provider());
    if (slot == null) {
      return;
    }
    synchronized (slot) {
      if (slot.stream != stream) {
        return;
      }
      slot.stream = null;
      notifyHandler(() -> handler.disconnected(stream.provider()));
    }
    LOG.log(Level.INFO, "Agent disconnected", stream.provider());
  }

  Optional<AgentStream> find(ProviderId provider) {
    Slot slot = slots.get(provider);
    return slot == null ? Optional.empty() : Optional.ofNullable(slot.stream);
  }

  Set<ProviderId> connected() {
    return slots.entrySet().stream()
        .filter(slot -> slot.getValue().stream != null)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** All open streams, including replaced ones that are about to end and those without Hello. */
  List<AgentStream> open() {
    return List.copyOf(open);
  }

  private static void notifyHandler(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Connection handler failed", e);
    }
  }
}
