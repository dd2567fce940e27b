package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.core.model.Time;

class TimeoutConfigTest {
  private static final TimeoutConfig TIMEOUTS =
      new TimeoutConfig(2_000, 10_000, 60_000, 60_000, 5_000);
  private static final long NOW_MILLIS = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "-50000,   10000",
    "0,        10000",
    "200000,   10000",
    "400000,   20000",
    "2400000, 120000",
    "86400000, 120000"
  })
  void asksLessOftenTheLongerAPartStillRuns(long remainingMillis, long intervalMillis) {
    assertThat(TIMEOUTS.inquiryAfterReportMillis(NOW_MILLIS, NOW_MILLIS + remainingMillis))
        .isEqualTo(NOW_MILLIS + intervalMillis);
  }

  @Test
  void neverAsksIfThereAreNoInquiries() {
    assertThat(TimeoutConfig.answersOnly(2_000).inquiryAfterReportMillis(NOW_MILLIS, Time.NEVER))
        .isEqualTo(Time.NEVER);
  }
}
