package tender.server.agents.limits;

import java.time.Duration;
import tender.support.http.ConnectionLimiter;

/**
 * How many agents a server admits at the same time.
 *
 * @param unauthenticatedPerAddress connections of one network address that have not presented a
 *     certificate; further ones are closed
 * @param registrations how many agents are authenticated in the database at the same time; others
 *     wait for a short time or are asked to come back
 */
public record ConnectionLimits(int unauthenticatedPerAddress, int registrations) {
  /**
   * How many connections may be in the TLS handshake; further ones wait. So many handshakes take
   * two processors a few seconds, which is less than agents wait for them.
   */
  static final int MAX_HANDSHAKES = 512;

  /** Clients give up a handshake after 10 s. */
  static final Duration MAX_HANDSHAKE_WAIT = Duration.ofSeconds(7);

  /**
   * How many connections without a certificate a server has; further ones are closed. Each that
   * waits is a socket of the operating system and little memory.
   */
  public static final int MAX_UNAUTHENTICATED = 16_384;

  private static final int REGISTRATIONS_PER_PROCESSOR = 2;

  /** A server's limits if nothing is configured. */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(ConnectionLimiter.MAX_PER_ADDRESS, 4);

  public ConnectionLimits {
    if (unauthenticatedPerAddress < 1) {
      throw new IllegalArgumentException(
          "The setting 'unauthenticated_agents_per_address' is %d; it must be at least 1."
              .formatted(unauthenticatedPerAddress));
    }
    if (registrations < 1) {
      throw new IllegalArgumentException(
          "The number of concurrent registrations is %d; it must be at least 1."
              .formatted(registrations));
    }
  }

  /** Limits for a server with these processors and database connections, of which half are left. */
  public static ConnectionLimits of(
      int unauthenticatedPerAddress, int processors, int databaseConnections) {
    return new ConnectionLimits(
        unauthenticatedPerAddress,
        Math.clamp(databaseConnections / 2, 1, REGISTRATIONS_PER_PROCESSOR * processors));
  }
}
