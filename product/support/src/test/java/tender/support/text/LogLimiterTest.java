package tender.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogLimiterTest {
  private final LogLimiter limiter = new LogLimiter();

  @Test
  void repeatedLinesOfASubjectAreSuppressed() {
    assertThat(limiter.next("a")).contains(0L);
    assertThat(limiter.next("a")).isEmpty();
    assertThat(limiter.next("b")).contains(0L);
    assertThat(limiter.next("a")).isEmpty();
  }

  @Test
  void numberOfSubjectsIsLimited() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(limiter.next("subject " + i)).contains(0L);
    }
    assertThat(limiter.next("one more")).isEmpty();
  }
}
