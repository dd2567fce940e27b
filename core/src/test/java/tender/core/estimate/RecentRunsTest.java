package tender.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tender.core.estimate.RecentRuns.TaskKind;

class RecentRunsTest {
  private final RecentRuns runs = new RecentRuns(2);

  @Test
  void predictsMeanOfLastTwoRuns() {
    runs.recordRun("a", 900);
    runs.recordRun("a", 10);
    runs.recordRun("a", 21);
    assertThat(runs.predictMillis("a")).hasValue(16);
  }

  @Test
  void oneRunGivesNoPrediction() {
    runs.recordRun("a", 900);
    runs.recordRun("b", 5);
    assertThat(runs.predictMillis("a")).isEmpty();
    assertThat(runs.predictMillis("c")).isEmpty();
  }

  @Test
  void leastRecentlyUsedKindIsDropped() {
    runs.recordRun("a", 1);
    runs.recordRun("b", 2);
    runs.recordRun("a", 3);
    runs.recordRun("c", 4);
    assertThat(runs.kinds()).containsExactly(new TaskKind("a", 3, 1), new TaskKind("c", 4, 0));
  }

  @Test
  void restoredKindsGiveSamePredictions() {
    runs.recordRun("a", 1);
    runs.recordRun("b", 2);
    runs.recordRun("b", 4);
    RecentRuns next = new RecentRuns(2);
    runs.kinds().forEach(next::restore);
    assertThat(next.kinds()).isEqualTo(runs.kinds());
    next.recordRun("a", 3);
    assertThat(next.predictMillis("a")).hasValue(2);
    assertThat(next.predictMillis("b")).hasValue(3);
  }

  @Test
  void invalidRunTimesAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> runs.recordRun("a", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new TaskKind("a", 1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RecentRuns(0));
  }

  /** In any mixture of kinds, each kind is predicted as if it were alone. */
  @Test
  void kindsAreIndependent() {
    SplittableRandom random = new SplittableRandom(7);
    RecentRuns many = new RecentRuns(100);
    Map<String, Deque<Long>> lastTwo = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      String alike = "kind " + random.nextInt(100);
      long runMillis = random.nextLong(1, 1_000_000);
      many.recordRun(alike, runMillis);
      Deque<Long> last = lastTwo.computeIfAbsent(alike, kind -> new ArrayDeque<>());
      last.addLast(runMillis);
      if (last.size() > 2) {
        last.removeFirst();
      }
    }
    lastTwo.forEach(
        (alike, last) ->
            assertThat(many.predictMillis(alike))
                .hasValue(Math.ceilDiv(last.getFirst() + last.getLast(), 2L)));
  }
}
