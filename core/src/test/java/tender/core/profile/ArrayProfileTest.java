package tender.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Time;

final class ArrayProfileTest {
  private static final int PROCESSORS = 20;
  private static final int HORIZON_MILLIS = 60;

  @Test
  void matchesNaiveProfile() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = ArrayProfile.of(0, PROCESSORS);
      NaiveProfile naive = new NaiveProfile(PROCESSORS, HORIZON_MILLIS);
      for (int step = 0; step < 40; step++) {
        changeSomething(random, profile, naive);
        assertSame(random, profile, naive, "seed " + seed + ", step " + step);
      }
    }
  }

  @Test
  void copyIsIndependent() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = ArrayProfile.of(0, PROCESSORS);
      NaiveProfile naive = new NaiveProfile(PROCESSORS, HORIZON_MILLIS);
      for (int step = 0; step < 10; step++) {
        changeSomething(random, profile, naive);
      }
      ArrayProfile branch = profile.copy();
      NaiveProfile naiveBranch = naive.branch();
      for (int step = 0; step < 10; step++) {
        changeSomething(random, branch, naiveBranch);
        changeSomething(random, profile, naive);
      }
      assertSame(random, profile, naive, "origin, seed " + seed);
      assertSame(random, branch, naiveBranch, "branch, seed " + seed);
    }
  }

  /** Long profiles, in which known bounds shorten later searches. */
  @Test
  void knownBoundsNeverHideStart() {
    for (long seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = ArrayProfile.of(0, 64);
      for (int i = 0; i < 1_500; i++) {
        int width = 1 << random.nextInt(7);
        long durationMillis = random.nextInt(1, 1 << random.nextInt(1, 14));
        long notBeforeMillis = random.nextInt(4) == 0 ? random.nextInt(5_000) : 0;
        long expected = firstFit(profile, width, durationMillis, notBeforeMillis);

        assertThat(profile.takeEarliest(width, durationMillis, notBeforeMillis))
            .as("seed " + seed + ", placement " + i)
            .isEqualTo(expected);
        if (random.nextInt(100) == 0) {
          profile.release(expected, expected + durationMillis, width);
        }
      }
    }
  }

  /** Both ways of placing many tasks: few runs in a long profile, and many in a short one. */
  @Test
  void equalTasksStartAsIfTakenOneByOne() {
    for (long seed = 0; seed < 3_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile together = ArrayProfile.of(0, 12);
      for (int i = 0; i < random.nextInt(1, 60); i++) {
        together.takeEarliest(random.nextInt(1, 12), random.nextInt(1, 9), random.nextInt(80));
      }
      ArrayProfile oneByOne = together.copy();
      int tasks = random.nextInt(1, 40);
      int width = random.nextInt(1, 13);
      long durationMillis = random.nextInt(1, 30);
      long notBeforeMillis = random.nextInt(20);
      List<Long> starts = new ArrayList<>();
      together.takeEach(
          tasks,
          width,
          durationMillis,
          notBeforeMillis,
          (start, count) -> starts.addAll(Collections.nCopies(count, start)));
      for (int task = 0; task < tasks; task++) {
        assertThat(oneByOne.takeEarliest(width, durationMillis, notBeforeMillis))
            .as("seed " + seed)
            .isEqualTo(starts.get(task));
      }
      assertThat(together).as("seed " + seed).hasToString(oneByOne.toString());
    }
  }

  @Test
  void equalTasksArePlacedAsFarAsTheyFit() {
    ArrayProfile profile = ArrayProfile.of(0, 4);
    profile.take(10, Time.NEVER, 3);
    List<Long> starts = new ArrayList<>();

    assertThat(profile.takeEach(9, 2, 5, 0, (start, count) -> starts.add(start)))
        .isEqualTo(Time.NEVER);
    assertThat(starts).containsExactly(0L, 5L);
  }

  @Test
  void movedTaskMayUseItsOwnPlace() {
    for (long seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = ArrayProfile.of(0, 8);
      for (int i = 0; i < 12; i++) {
        profile.takeEarliest(random.nextInt(1, 9), random.nextInt(1, 10), random.nextInt(20));
      }
      int width = random.nextInt(1, 9);
      long durationMillis = random.nextInt(1, 10);
      long startMillis = profile.takeEarliest(width, durationMillis, random.nextInt(60));
      ArrayProfile lifted = profile.copy();
      lifted.release(startMillis, startMillis + durationMillis, width);

      assertThat(profile.earlierStart(width, durationMillis, 0, startMillis, startMillis))
          .as("seed " + seed)
          .isEqualTo(lifted.earliestStart(width, durationMillis, 0));
    }
  }

  @Test
  void takingTooManyFailsWithoutChange() {
    ArrayProfile profile = ArrayProfile.of(0, 4);
    profile.take(10, 20, 3);
    String before = profile.toString();

    assertThatThrownBy(() -> profile.take(5, 15, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("only 1 are free");
    assertThat(profile).hasToString(before);
  }

  @Test
  void blockedWidthNeverStarts() {
    ArrayProfile profile = ArrayProfile.of(0, 4);
    profile.take(0, Time.NEVER, 2);

    assertThat(profile.earliestStart(3, 1, 0)).isEqualTo(Time.NEVER);
    assertThat(profile.earliestStart(2, 1, Time.NEVER)).isEqualTo(Time.NEVER);
  }

  /** Searches every step from the first on. */
  private static long firstFit(
      ArrayProfile profile, int width, long durationMillis, long notBeforeMillis) {
    for (int step = 0; step < profile.steps(); step++) {
      long startMillis = Math.max(notBeforeMillis, profile.stepFromMillis(step));
      if (startMillis < profile.stepUntilMillis(step)
          && profile.minFree(startMillis, startMillis + durationMillis) >= width) {
        return startMillis;
      }
    }
    return Time.NEVER;
  }

  private static void changeSomething(
      SplittableRandom random, ArrayProfile profile, NaiveProfile naive) {
    int from = random.nextInt(naive.originMillis(), HORIZON_MILLIS);
    // A change that reaches the horizon never ends: the naive profile's last cell is endless.
    int until = random.nextInt(from + 1, HORIZON_MILLIS + 2);
    long untilMillis = until > HORIZON_MILLIS ? Time.NEVER : until;
    int processors = random.nextInt(1, PROCESSORS);
    int kind = random.nextInt(10);
    if (kind < 3) {
      long start = naive.earliestStart(processors, until - from, from);
      // The naive profile cannot distinguish an end after its horizon from no end.
      if (start + until - from <= HORIZON_MILLIS) {
        assertThat(profile.takeEarliest(processors, until - from, from)).isEqualTo(start);
        naive.add(start, start + until - from, -processors);
      }
    } else if (kind < 6) {
      if (naive.leastFree(from, untilMillis) >= processors) {
        profile.take(from, untilMillis, processors);
        naive.add(from, untilMillis, -processors);
      }
    } else if (kind < 9) {
      profile.release(from, untilMillis, processors);
      naive.add(from, untilMillis, processors);
    } else if (random.nextInt(4) == 0) {
      profile.trimBefore(from);
      naive.forgetBefore(from);
    }
  }

  private static void assertSame(
      SplittableRandom random, ArrayProfile profile, NaiveProfile naive, String when) {
    assertThat(profile.originMillis()).as(when).isEqualTo(naive.originMillis());
    assertThat(profile.steps()).as(when).isEqualTo(naive.steps());
    int from = random.nextInt(naive.originMillis(), HORIZON_MILLIS + 10);
    int duration = random.nextInt(1, HORIZON_MILLIS);
    int width = random.nextInt(1, 2 * PROCESSORS);
    assertThat(profile.freeAt(from)).as(when).isEqualTo(naive.freeAt(from));
    assertThat(profile.minFree(from, from + duration))
        .as(when)
        .isEqualTo(naive.leastFree(from, from + duration));
    assertThat(profile.earliestStart(width, duration, from))
        .as(when)
        .isEqualTo(naive.earliestStart(width, duration, from));
  }
}
