package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.model.TaskSet;

class TaskSetsTest {
  @Test
  void taskSetsRoundTripAsText() {
    for (int seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int one = 1 + random.nextInt(5);
      int[] tasks =
          IntStream.range(0, random.nextInt(50)).filter(_ -> random.nextInt(6) < one).toArray();
      TaskSet set = TaskSet.empty();
      for (int task : tasks) {
        set = set.plus(TaskSet.range(task, task + 1));
      }
      assertThat(TaskSets.parse(set.toString())).as("seed %d", seed).isEqualTo(set);
      assertThat(TaskSets.of(IntStream.of(tasks))).as("seed %d", seed).isEqualTo(set);
      assertThat(set.stream().toArray()).as("seed %d", seed).isEqualTo(tasks);
      for (int i = 0; i < tasks.length; i++) {
        assertThat(set.nth(i)).as("seed %d", seed).isEqualTo(tasks[i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "a",
        "-1",
        "1-",
        "-",
        ",",
        "1,",
        ",1",
        "1,,2",
        "2,1",
        "1,1",
        "1,2",
        "1-3,4",
        "3-1",
        "1-1",
        "01",
        "+1",
        "1 ,3",
        "1--3",
        "1-2-3",
        "9999999999",
        "٣"
      })
  void nonCanonicalTextIsRejected(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> TaskSets.parse(text));
  }

  @Test
  void everyOtherTaskOfAMillionRoundTrips() {
    TaskSet set = TaskSets.of(IntStream.range(0, 500_000).map(i -> 2 * i));
    assertThat(set.size()).isEqualTo(500_000);
    assertThat(TaskSets.parse(set.toString())).isEqualTo(set);
    assertThat(set.stream().sum()).isEqualTo(IntStream.range(0, 500_000).map(i -> 2 * i).sum());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskSets.parse("1".repeat(TaskSets.MAX_LENGTH + 1)));
  }
}
