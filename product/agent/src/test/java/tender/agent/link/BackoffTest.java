package tender.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BackoffTest {
  private static final int AGENTS = 2_000;

  @Test
  void delaysAreExponentialWithFullJitter() {
    requireFullJitter(false, Backoff.MAX_MILLIS);
  }

  @Test
  void busyServerGetsFewerAttempts() {
    requireFullJitter(true, Backoff.MAX_BUSY_MILLIS);
  }

  @Test
  void absentServerIsTriedOftenAlsoIfItWasBusyBefore() {
    Backoff backoff = new Backoff(new SplittableRandom(1));
    for (int i = 0; i < 20; i++) {
      backoff.nextMillis(true);
    }
    assertThat(backoff.nextMillis(false)).isLessThanOrEqualTo(Backoff.MAX_MILLIS);
  }

  private static void requireFullJitter(boolean isListening, long maxMillis) {
    for (int attempt = 0; attempt < 10; attempt++) {
      List<Long> delays = delaysOfAttempt(attempt, isListening);
      long limit = Math.min(maxMillis, Backoff.FIRST_MILLIS << attempt);
      assertThat(delays).allMatch(millis -> millis >= 0 && millis <= limit);
      double mean = delays.stream().mapToLong(Long::longValue).average().orElseThrow();
      assertThat(mean).as("attempt " + attempt).isBetween(0.45 * limit, 0.55 * limit);
      assertThat(delays.stream().filter(millis -> millis < limit / 10).count())
          .as("some agents return early")
          .isGreaterThan(AGENTS / 20);
    }
  }

  @Test
  void resetBeginsAgain() {
    Backoff backoff = new Backoff(new SplittableRandom(1));
    for (int i = 0; i < 20; i++) {
      backoff.nextMillis(true);
    }
    backoff.reset();
    assertThat(backoff.nextMillis(true)).isLessThanOrEqualTo(Backoff.FIRST_MILLIS);
  }

  @Test
  void advisedDelayIsKeptWithJitter() {
    Backoff backoff = new Backoff(new SplittableRandom(1));
    List<Long> delays =
        LongStream.range(0, AGENTS).mapToObj(i -> backoff.advisedMillis(4_000)).toList();
    assertThat(delays).allMatch(millis -> millis >= 4_000 && millis <= 5_000);
    assertThat(delays.stream().distinct().count()).isGreaterThan(500);
  }

  @Test
  void absurdAdviceIsLimited() {
    Backoff backoff = new Backoff(new SplittableRandom(1));
    for (long advised : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40}) {
      assertThat(backoff.advisedMillis(advised))
          .as("advised %d ms", advised)
          .isBetween(1L, Backoff.MAX_ADVISED_MILLIS * 5 / 4);
    }
  }

  private static List<Long> delaysOfAttempt(int attempt, boolean isListening) {
    return LongStream.range(0, AGENTS)
        .mapToObj(
            seed -> {
              Backoff backoff = new Backoff(new SplittableRandom(seed));
              for (int i = 0; i < attempt; i++) {
                backoff.nextMillis(isListening);
              }
              return backoff.nextMillis(isListening);
            })
        .toList();
  }
}
