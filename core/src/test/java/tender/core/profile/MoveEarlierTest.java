package tender.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MoveEarlierTest {
  @Test
  void moveEqualsReleaseAndTake() {
    int moved = 0;
    for (long seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = filled(random);
      int width = random.nextInt(1, 9);
      long durationMillis = random.nextInt(1, 20);
      long startMillis = profile.takeEarliest(width, durationMillis, random.nextInt(60));
      long earlierMillis = profile.earlierStart(width, durationMillis, 0, startMillis, startMillis);
      if (earlierMillis < startMillis) {
        moved++;
        ArrayProfile expected = profile.copy();
        expected.release(startMillis, startMillis + durationMillis, width);
        expected.take(earlierMillis, earlierMillis + durationMillis, width);
        int most = profile.moveEarlier(width, durationMillis, startMillis, earlierMillis);
        long givenFromMillis = Math.max(startMillis, earlierMillis + durationMillis);
        assertThat(most)
            .as("seed %d", seed)
            .isEqualTo(expected.maxFree(givenFromMillis, startMillis + durationMillis));
        assertThat(profile).as("seed %d", seed).hasToString(expected.toString());
      }
    }
    assertThat(moved).isPositive();
  }

  @Test
  void boundedSearchFindsSameOrNothing() {
    for (long seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = filled(random);
      int width = random.nextInt(1, 9);
      long durationMillis = random.nextInt(1, 20);
      long startMillis = profile.takeEarliest(width, durationMillis, random.nextInt(60));
      long beforeMillis = random.nextInt(60);
      long earlierMillis = profile.earlierStart(width, durationMillis, 0, startMillis, startMillis);
      assertThat(profile.earlierStart(width, durationMillis, 0, startMillis, beforeMillis))
          .as("seed %d", seed)
          .isEqualTo(earlierMillis < beforeMillis ? earlierMillis : startMillis);
    }
  }

  @Test
  void maxFreeMatchesScan() {
    for (long seed = 0; seed < 1_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile profile = filled(random);
      int fromMillis = random.nextInt(40);
      int untilMillis = fromMillis + random.nextInt(1, 20);
      int most = 0;
      for (int instant = fromMillis; instant < untilMillis; instant++) {
        most = Math.max(most, profile.freeAt(instant));
      }
      assertThat(profile.maxFree(fromMillis, untilMillis)).as("seed %d", seed).isEqualTo(most);
    }
  }

  private static ArrayProfile filled(SplittableRandom random) {
    ArrayProfile profile = ArrayProfile.of(0, 8);
    for (int i = 0; i < 12; i++) {
      profile.takeEarliest(random.nextInt(1, 9), random.nextInt(1, 10), random.nextInt(20));
    }
    return profile;
  }
}
