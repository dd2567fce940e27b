package tender.support.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the connections that have not been authenticated, of one network address and of all
 * together, so that a stranger cannot occupy a server. Loopback is an address like all others.
 */
public final class ConnectionLimiter {
  /** Enough for many users or agents behind one address that connect at the same time. */
  public static final int MAX_PER_ADDRESS = 64;

  private final int maxPerAddress;
  private final int maxTotal;
  private final Map<InetAddress, Integer> counts = new HashMap<>();
  private final Map<InetSocketAddress, InetAddress> counted = new HashMap<>();

  /** With the default limit for one address, and none for all together. */
  public ConnectionLimiter() {
    this(MAX_PER_ADDRESS, Integer.MAX_VALUE);
  }

  /** With a limit for one address and one for all together. */
  public ConnectionLimiter(int maxPerAddress, int maxTotal) {
    this.maxPerAddress = maxPerAddress;
    this.maxTotal = maxTotal;
  }

  /**
   * A peer has connected.
   *
   * @return false if its address or all together have too many connections, and this one must be
   *     closed
   */
  public synchronized boolean tryAcquire(InetSocketAddress peer) {
    InetAddress address = peer.getAddress();
    if (counted.size() >= maxTotal || counts.getOrDefault(address, 0) >= maxPerAddress) {
      return false;
    }
    if (counted.put(peer, address) == null) {
      counts.merge(address, 1, Integer::sum);
    }
    return true;
  }

  /** A connection has been authenticated or has ended. No effect if it does not count. */
  public synchronized void release(InetSocketAddress peer) {
    InetAddress address = counted.remove(peer);
    if (address != null) {
      counts.computeIfPresent(address, (_, count) -> count > 1 ? count - 1 : null);
    }
  }
}
