package tender.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TaskSetTest {
  @Test
  void matchesBitSet() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      BitSet left = bits(random);
      BitSet right = bits(random);
      assertSame(tasks(left).plus(tasks(right)), changed(left, bits -> bits.or(right)));
      assertSame(tasks(left).intersect(tasks(right)), changed(left, bits -> bits.and(right)));
      assertSame(tasks(left).minus(tasks(right)), changed(left, bits -> bits.andNot(right)));
      int lowest = random.nextInt(14);
      assertSame(tasks(left).lowest(lowest), lowest(left, lowest));
      BitSet missing = changed(right, bits -> bits.andNot(left));
      assertThat(tasks(left).containsAll(tasks(right))).isEqualTo(missing.isEmpty());
      assertThat(tasks(left).contains(lowest)).isEqualTo(left.get(lowest));
    }
  }

  @Test
  void printsRanges() {
    assertThat(TaskSet.first(5).plus(TaskSet.range(7, 8))).hasToString("0-4,7");
    assertThat(TaskSet.empty()).hasToString("").isEqualTo(TaskSet.range(3, 3));
    assertThatThrownBy(() -> TaskSet.range(3, 1))
        .hasMessage("Not a range of tasks: from 3 until 1; needs 0 <= from <= until.");
  }

  private static void assertSame(TaskSet tasks, BitSet bits) {
    assertThat(tasks).isEqualTo(tasks(bits)).hasSameHashCodeAs(tasks(bits));
    assertThat(tasks.size()).isEqualTo(bits.cardinality());
    assertThat(tasks.isEmpty()).isEqualTo(bits.isEmpty());
  }

  private static TaskSet tasks(BitSet bits) {
    TaskSet tasks = TaskSet.empty();
    for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
      tasks = tasks.plus(TaskSet.range(i, i + 1));
    }
    return tasks;
  }

  private static BitSet lowest(BitSet bits, int count) {
    BitSet lowest = new BitSet();
    bits.stream().limit(count).forEach(lowest::set);
    return lowest;
  }

  private static BitSet changed(BitSet bits, java.util.function.Consumer<BitSet> change) {
    BitSet copy = (BitSet) bits.clone();
    change.accept(copy);
    return copy;
  }

  private static BitSet bits(SplittableRandom random) {
    BitSet bits = new BitSet();
    for (int i = random.nextInt(8); i > 0; i--) {
      int from = random.nextInt(12);
      bits.set(from, from + random.nextInt(4));
    }
    return bits;
  }
}
