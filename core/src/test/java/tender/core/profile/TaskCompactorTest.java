package tender.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TaskCompactorTest {
  private static final int PROCESSORS = 20;

  /** Moving tasks one by one and placing all of them anew are the same. */
  @Test
  void movingComesToTheSameAsPlacingAnew() {
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
      TaskRuns anew = anew(expected, runs, width, durationMillis, notBeforeMillis);

      runs.moveEarlier(profile, width, durationMillis, notBeforeMillis);

      assertThat(text(runs)).as("round %d", round).isEqualTo(text(anew));
      assertThat(profile.toString()).isEqualTo(expected.toString());
    }
  }

  /** Those that stand before the instant stay. */
  private static TaskRuns anew(
      ArrayProfile profile, TaskRuns runs, int width, long durationMillis, long notBeforeMillis) {
    TaskRuns anew = new TaskRuns();
    TaskRuns moved = new TaskRuns();
    for (int run = 0; run < runs.size(); run++) {
      (runs.startMillis(run) <= notBeforeMillis ? anew : moved)
          .add(runs.startMillis(run), runs.tasks(run));
    }
    moved.releaseTo(profile, width, durationMillis);
    profile.takeEach(moved.allTasks(), width, durationMillis, notBeforeMillis, anew);
    return anew;
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
