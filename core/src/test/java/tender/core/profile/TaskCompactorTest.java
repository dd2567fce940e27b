package tender.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TaskCompactorTest {
  private static final int PROCESSORS = 20;

  /** Compacting gives the same result as releasing and placing all tasks again. */
  @Test
  void compactingEqualsPlacingAgain() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 20_000; round++) {
      ArrayProfile profile = ArrayProfile.of(0, PROCESSORS);
      int width = random.nextInt(1, 4);
      long durationMillis = random.nextInt(1, 60);
      fill(profile, random);
      TaskRuns runs = new TaskRuns();
      profile.takeEach(random.nextInt(1, 30), width, durationMillis, 0, runs);
      free(profile, random);
      long notBeforeMillis = random.nextInt(40);
      ArrayProfile expected = profile.copy();
      TaskRuns placed = placedAgain(expected, runs, width, durationMillis, notBeforeMillis);

      runs.moveEarlier(profile, width, durationMillis, notBeforeMillis);

      assertThat(text(runs)).as("round %d", round).isEqualTo(text(placed));
      assertThat(profile.toString()).isEqualTo(expected.toString());
    }
  }

  /** Tasks that start before the instant stay. */
  private static TaskRuns placedAgain(
      ArrayProfile profile, TaskRuns runs, int width, long durationMillis, long notBeforeMillis) {
    TaskRuns placed = new TaskRuns();
    TaskRuns moved = new TaskRuns();
    for (int run = 0; run < runs.size(); run++) {
      (runs.startMillis(run) <= notBeforeMillis ? placed : moved)
          .add(runs.startMillis(run), runs.tasks(run));
    }
    moved.releaseTo(profile, width, durationMillis);
    profile.takeEach(moved.allTasks(), width, durationMillis, notBeforeMillis, placed);
    return placed;
  }

  private static void fill(ArrayProfile profile, SplittableRandom random) {
    for (int i = random.nextInt(12); i > 0; i--) {
      profile.takeEarliest(
          random.nextInt(1, PROCESSORS), random.nextInt(1, 80), random.nextInt(60));
    }
  }

  private static void free(ArrayProfile profile, SplittableRandom random) {
    for (int i = random.nextInt(4); i > 0; i--) {
      long fromMillis = random.nextInt(100);
      profile.release(fromMillis, fromMillis + random.nextInt(1, 60), random.nextInt(1, 8));
    }
  }

  private static String text(TaskRuns runs) {
    StringBuilder text = new StringBuilder();
    for (int run = 0; run < runs.size(); run++) {
      text.append(runs.tasks(run)).append('@').append(runs.startMillis(run)).append(' ');
    }
    return text.toString();
  }
}
