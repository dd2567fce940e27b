package tender.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.server.model.BagMark;

final class BagChangeNotifierTest {
  private static final BagId BAG = new BagId("a");
  private static final BagMark KNOWN = new BagMark(3, 0);

  private final BagChangeNotifier changes = new BagChangeNotifier();

  @Test
  void ownWriteEndsTheWait() throws InterruptedException {
    try (BagChangeNotifier.Waiting waiting = changes.watch(BAG, KNOWN)) {
      assertThat(waiting.await(Duration.ofMillis(1))).isFalse();
      changes.notifyChanged(BAG, 4);
      assertThat(waiting.await(Duration.ofSeconds(9))).isTrue();
    }
  }

  @Test
  void writeBeforeTheWaitIsNotMissed() throws InterruptedException {
    changes.notifyChanged(BAG, 4);
    try (BagChangeNotifier.Waiting waiting = changes.watch(BAG, KNOWN)) {
      assertThat(waiting.await(Duration.ofSeconds(9))).isTrue();
    }
    try (BagChangeNotifier.Waiting waiting = changes.watch(BAG, new BagMark(4, 0))) {
      assertThat(waiting.await(Duration.ofMillis(1))).isFalse();
    }
  }

  @Test
  void otherReplicasWritesAreFoundByOneQueryForAllWaits() throws InterruptedException {
    List<List<BagId>> queries = new ArrayList<>();
    try (BagChangeNotifier.Waiting one = changes.watch(BAG, KNOWN);
        BagChangeNotifier.Waiting two = changes.watch(BAG, KNOWN)) {
      poll(queries, KNOWN);
      assertThat(one.await(Duration.ofMillis(1))).isFalse();
      poll(queries, new BagMark(3, 1));
      assertThat(one.await(Duration.ofSeconds(9))).isTrue();
      assertThat(two.await(Duration.ofSeconds(9))).isTrue();
    }
    assertThat(queries).containsExactly(List.of(BAG), List.of(BAG));
  }

  @Test
  void nothingIsReadWithoutWaitingThreads() {
    changes.watch(BAG, KNOWN).close();
    List<List<BagId>> queries = new ArrayList<>();
    poll(queries, KNOWN);
    assertThat(queries).isEmpty();
  }

  private void poll(List<List<BagId>> queries, BagMark found) {
    changes.poll(
        bags -> {
          queries.add(bags);
          return Map.of(BAG, found);
        });
  }
}
