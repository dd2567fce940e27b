package tender.support.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class ConnectionLimiterTest {
  private final ConnectionLimiter limiter = new ConnectionLimiter();

  @Test
  void connectionsOfOneAddressAreLimited() {
    requireLimited();
  }

  private void requireLimited() {
    for (int i = 0; i < ConnectionLimiter.MAX_PER_ADDRESS; i++) {
      assertThat(limiter.tryAcquire(peer("127.0.0.1", 1_000 + i))).isTrue();
    }
    assertThat(limiter.tryAcquire(peer("127.0.0.1", 999))).isFalse();
    assertThat(limiter.tryAcquire(peer("127.0.0.2", 999))).as("another address").isTrue();
  }

  @Test
  void releasedConnectionDoesNotCountAnyMore() {
    for (int i = 0; i < 10 * ConnectionLimiter.MAX_PER_ADDRESS; i++) {
      InetSocketAddress peer = peer("127.0.0.1", 1_000 + i);
      assertThat(limiter.tryAcquire(peer)).isTrue();
      limiter.release(peer);
      limiter.release(peer);
    }
    requireLimited();
  }

  @Test
  void limitsAreConfigurable() {
    ConnectionLimiter two = new ConnectionLimiter(2, 3);
    assertThat(two.tryAcquire(peer("127.0.0.1", 1))).isTrue();
    assertThat(two.tryAcquire(peer("127.0.0.1", 2))).isTrue();
    assertThat(two.tryAcquire(peer("127.0.0.1", 3))).isFalse();
    assertThat(two.tryAcquire(peer("127.0.0.2", 1))).isTrue();
    assertThat(two.tryAcquire(peer("127.0.0.3", 1))).isFalse();
    two.release(peer("127.0.0.1", 2));
    assertThat(two.tryAcquire(peer("127.0.0.3", 1))).isTrue();
  }

  private static InetSocketAddress peer(String address, int port) {
    return new InetSocketAddress(address, port);
  }
}
