package tender.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedEstimateTest {
  private static final long REFERENCE_MILLIS = 500;

  @Test
  void speedIsTheMedianOfTheRuns() {
    assertThat(after(1_000, 980, 20_000).permille()).hasValue(500);
    assertThat(after(1_000, 1_000, 250, 250).permille()).hasValue(1_250);
  }

  @Test
  void fewerThanThreeRunsGiveNoSpeed() {
    assertThat(SpeedEstimate.NONE.permille()).isEmpty();
    assertThat(after(500, 500).permille()).isEmpty();
  }

  @Test
  void onlyTheLatestRunsCount() {
    SpeedEstimate faster = after(500, 500, 500, 500, 250, 250, 250, 250, 250);
    assertThat(faster.permille()).hasValue(2_000);
    assertThat(faster.withRun(REFERENCE_MILLIS, 1).runsPermille())
        .hasSize(9)
        .endsWith(2_000, 500_000);
  }

  @Test
  void speedIsBounded() {
    assertThat(SpeedEstimate.NONE.withRun(1, 1_000_000).runsPermille()).containsExactly(1);
    assertThat(SpeedEstimate.NONE.withRun(1_000_000, 1).runsPermille()).containsExactly(1_000_000);
  }

  @Test
  void invalidRunsAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> after(0));
    assertThatIllegalArgumentException().isThrownBy(() -> SpeedEstimate.NONE.withRun(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SpeedEstimate(List.of(0)));
    assertThatIllegalArgumentException().isThrownBy(() -> new SpeedEstimate(List.of(1_000_001)));
  }

  private static SpeedEstimate after(long... runMillis) {
    SpeedEstimate estimate = SpeedEstimate.NONE;
    for (long millis : runMillis) {
      estimate = estimate.withRun(REFERENCE_MILLIS, millis);
    }
    return estimate;
  }
}
