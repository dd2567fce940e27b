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

/**
 * The streams that are open, at most one a provider that counts: the newest, since an agent opens a
 * new one when it thinks that the old one is dead, and it is the first to know.
 */
final class AgentStreams {
  private static final System.Logger LOG = System.getLogger(AgentStreams.class.getName());

  /** Where a provider's stream is, if it has one. There is one for each that ever connected. */
  private static final class Seat {
    private volatile @Nullable AgentStream stream;
  }

  private final AgentHandler counterpart;
  private final Map<ProviderId, Seat> seats = new ConcurrentHashMap<>();
  private final Set<AgentStream> open = ConcurrentHashMap.newKeySet();

  AgentStreams(AgentHandler counterpart) {
    this.counterpart = counterpart;
  }

  /** It has been opened, but nothing was said yet. */
  void opened(AgentStream stream) {
    open.add(stream);
  }

  /** The agent has said Hello. */
  void register(AgentStream stream) {
    Seat seat = seats.computeIfAbsent(stream.provider(), provider -> new Seat());
    AgentStream older;
    // The counterpart hears of a provider's coming and going in the order in which they happen.
    synchronized (seat) {
      older = seat.stream;
      seat.stream = stream;
      tell(() -> counterpart.connected(stream.provider()));
    }
    LOG.log(Level.INFO, "{0} is connected.", stream.provider());
    if (older != null) {
      older.end(
          Status.ABORTED.withDescription(
              "Another stream of " + stream.provider() + " has taken the place of this one."));
    }
  }

  /** It has ended. Harmless if it was replaced, or said so before. */
  void unregister(AgentStream stream) {
    open.remove(stream);
    Seat seat = seats.get(stream.provider());
    if (seat == null) {
      return;
    }
    synchronized (seat) {
      if (seat.stream != stream) {
        return;
      }
      seat.stream = null;
      tell(() -> counterpart.disconnected(stream.provider()));
    }
    LOG.log(Level.INFO, "{0} is disconnected.", stream.provider());
  }

  Optional<AgentStream> find(ProviderId provider) {
    Seat seat = seats.get(provider);
    return seat == null ? Optional.empty() : Optional.ofNullable(seat.stream);
  }

  Set<ProviderId> connected() {
    return seats.entrySet().stream()
        .filter(seat -> seat.getValue().stream != null)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Those that count, those that were replaced and are about to end, and those without a Hello. */
  List<AgentStream> open() {
    return List.copyOf(open);
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "The market did not hear of a change of connections.", e);
    }
  }
}
