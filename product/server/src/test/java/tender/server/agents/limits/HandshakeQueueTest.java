package tender.server.agents.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class HandshakeQueueTest {
  private static final long MAX_WAIT_NANOS = 100;

  private final HandshakeQueue<String> queue = new HandshakeQueue<>(2, MAX_WAIT_NANOS);

  private static InetSocketAddress peer(int port) {
    return InetSocketAddress.createUnresolved("agent", port);
  }

  private void accept(int port, long nowNanos) {
    queue.accepted("connection " + port, peer(port), nowNanos);
  }

  @Test
  void beginsInOrderWhenHandshakesEnd() {
    for (int port = 1; port <= 4; port++) {
      accept(port, 0);
    }
    assertThat(queue.next(1).begin()).containsExactly("connection 1", "connection 2");
    assertThat(queue.next(2).begin()).isEmpty();
    assertThat(queue.ended(peer(2))).isTrue();
    assertThat(queue.next(3).begin()).containsExactly("connection 3");
    assertThat(queue.next(4).begin()).isEmpty();
  }

  @Test
  void endCountsOnce() {
    for (int port = 1; port <= 4; port++) {
      accept(port, 0);
    }
    assertThat(queue.next(1).begin()).hasSize(2);
    assertThat(queue.ended(peer(1))).isTrue();
    assertThat(queue.ended(peer(1))).isFalse();
    assertThat(queue.ended(peer(3))).isFalse();
    assertThat(queue.next(2).begin()).containsExactly("connection 3");
  }

  @Test
  void closesConnectionsThatHaveWaitedTooLong() {
    accept(1, 0);
    accept(2, 0);
    accept(3, 0);
    accept(4, 90);
    assertThat(queue.next(1).begin()).hasSize(2);
    assertThat(queue.ended(peer(1))).isTrue();
    var turn = queue.next(MAX_WAIT_NANOS + 50);
    assertThat(turn.close()).containsExactly("connection 3");
    assertThat(turn.begin()).containsExactly("connection 4");
  }

  @Test
  void clearReturnsThoseThatWait() {
    for (int port = 1; port <= 3; port++) {
      accept(port, 0);
    }
    assertThat(queue.next(1).begin()).hasSize(2);
    assertThat(queue.clear()).containsExactly("connection 3");
    assertThat(queue.ended(peer(1))).isTrue();
    assertThat(queue.next(2).begin()).isEmpty();
  }
}
