package tender.agent.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {
  private static final int FREE = 1_000;

  private final RetryBackoff backoff = new RetryBackoff();

  @Test
  void delayDoublesUpToOneMinuteWhileAllTasksFail() {
    List<Long> delays = new ArrayList<>();
    long retriedMillis = 0;
    for (long now = 0; delays.size() < 7; now += 1_000) {
      backoff.queueRead(/* hasRetries= */ true, 0, now);
      if (backoff.isDue()) {
        delays.add(now - retriedMillis);
        backoff.retried();
        backoff.queueRead(true, 0, now);
        retriedMillis = now;
      }
    }
    assertThat(delays).containsExactly(2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
  }

  @Test
  void delayIsShortAgainAfterSuccess() {
    for (int i = 0; i < 5; i++) {
      backoff.retried();
    }
    backoff.queueRead(true, 1, 1_000);
    backoff.queueRead(true, 1, 2_999);
    assertThat(backoff.isDue()).isFalse();
    backoff.queueRead(true, 1, 3_000);
    assertThat(backoff.isDue()).isTrue();
  }

  @Test
  void nothingIsDueBeforeTheQueueShowsTheLastArray() {
    backoff.queueRead(true, 0, 0);
    backoff.submitted(5_000);
    backoff.queueRead(true, 0, 5_000);
    assertThat(backoff.isDue()).isFalse();
    backoff.queueRead(true, 0, 5_001);
    assertThat(backoff.isDue()).isTrue();
  }

  @Test
  void fewJobsRetryUntilTaskSucceeds() {
    assertThat(backoff.maxJobs(FREE, 10)).isEqualTo(4);
    assertThat(backoff.maxJobs(FREE, 0)).isEqualTo(24);
    assertThat(backoff.maxJobs(3, 0)).isEqualTo(3);
    backoff.queueRead(false, 1, 0);
    assertThat(backoff.maxJobs(FREE, 10)).isEqualTo(FREE);
  }
}
