package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Time;

class CompletionQueueTest {
  private record End(long endMillis, int start) {}

  @Test
  void endsAreOrderedByInstantThenByStart() {
    for (int seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CompletionQueue ends = new CompletionQueue();
      PriorityQueue<End> expected =
          new PriorityQueue<>(
              Comparator.comparingLong(End::endMillis).thenComparingInt(End::start));
      for (int start = 0; start < 1_000; start++) {
        End end = new End(random.nextInt(40), start);
        ends.add(end.endMillis, end.start);
        expected.add(end);
        while (!expected.isEmpty() && random.nextInt(5) < 2) {
          assertThat(ends.nextMillis()).as("seed %d", seed).isEqualTo(expected.peek().endMillis);
          assertThat(ends.remove()).as("seed %d", seed).isEqualTo(expected.remove().start);
        }
      }
      while (!expected.isEmpty()) {
        assertThat(ends.remove()).as("seed %d", seed).isEqualTo(expected.remove().start);
      }
      assertThat(ends.nextMillis()).isEqualTo(Time.NEVER);
    }
  }
}
