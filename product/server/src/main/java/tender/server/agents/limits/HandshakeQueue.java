package tender.server.agents.limits;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Which connections may begin their TLS handshake: a limited number together, the others in the
 * order in which they came. If all began together, none would end before its agent gives up; if the
 * others were closed, their agents would connect again, which costs more than to let them wait.
 *
 * @param <C> type of the connections
 */
final class HandshakeQueue<C> {
  private final int maxHandshakes;
  private final long maxWaitNanos;
  private final Set<InetSocketAddress> handshakes = new HashSet<>();
  private final Queue<Waiting<C>> queue = new ArrayDeque<>();

  private record Waiting<C>(C connection, InetSocketAddress peer, long sinceNanos) {}

  /**
   * Connections whose turn has come, and those that have waited for so long that their agents are
   * about to give up.
   */
  record Turn<C>(List<C> begin, List<C> close) {}

  /**
   * @param maxWaitNanos less than the time for which agents wait
   */
  HandshakeQueue(int maxHandshakes, long maxWaitNanos) {
    this.maxHandshakes = maxHandshakes;
    this.maxWaitNanos = maxWaitNanos;
  }

  /** A connection was accepted; it waits until {@link #next} returns it. */
  synchronized void accepted(C connection, InetSocketAddress peer, long nowNanos) {
    queue.add(new Waiting<>(connection, peer, nowNanos));
  }

  /**
   * A handshake has ended.
   *
   * @return false if the peer is in no handshake
   */
  synchronized boolean ended(InetSocketAddress peer) {
    return handshakes.remove(peer);
  }

  synchronized Turn<C> next(long nowNanos) {
    Turn<C> turn = new Turn<>(new ArrayList<>(), new ArrayList<>());
    while (!queue.isEmpty() && handshakes.size() < maxHandshakes) {
      Waiting<C> next = queue.remove();
      if (nowNanos - next.sinceNanos() > maxWaitNanos) {
        turn.close().add(next.connection());
      } else {
        handshakes.add(next.peer());
        turn.begin().add(next.connection());
      }
    }
    return turn;
  }

  /** Removes all connections that wait. */
  synchronized List<C> clear() {
    List<C> waiting = queue.stream().map(Waiting::connection).toList();
    queue.clear();
    return waiting;
  }
}
