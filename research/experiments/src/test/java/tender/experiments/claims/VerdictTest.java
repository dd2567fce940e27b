package tender.experiments.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.experiments.statistics.Sample;

final class VerdictTest {
  @Test
  void positiveDifferencesHoldByConfidenceThenByMean() {
    Sample significant = Sample.of(1, 1.1, 0.9);
    Sample positiveMean = Sample.of(2, -1, 1.5);
    Sample negativeMean = Sample.of(-2, 1, -1.5);

    assertThat(Verdict.allPositive(List.of(significant, significant))).isEqualTo(Verdict.HOLDS);
    assertThat(Verdict.allPositive(List.of(significant, positiveMean)))
        .isEqualTo(Verdict.HOLDS_IN_DIRECTION);
    assertThat(Verdict.allPositive(List.of(significant, negativeMean)))
        .isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  @Test
  void smallDifferencesHoldByConfidenceThenByMean() {
    Sample near = Sample.of(0.1, -0.1, 0.2);
    Sample scattered = Sample.of(2, -2, 0.1);
    Sample far = Sample.of(1.1, 1.2, 1.3);

    assertThat(Verdict.allWithin(1, List.of(near))).isEqualTo(Verdict.HOLDS);
    assertThat(Verdict.allWithin(1, List.of(near, scattered)))
        .isEqualTo(Verdict.HOLDS_IN_DIRECTION);
    assertThat(Verdict.allWithin(1, List.of(near, far))).isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  @Test
  void oneSeedHoldsOnlyInDirection() {
    assertThat(Verdict.allPositive(List.of(Sample.of(1)))).isEqualTo(Verdict.HOLDS_IN_DIRECTION);
    assertThat(Verdict.allWithin(1, List.of(Sample.of(0)))).isEqualTo(Verdict.HOLDS_IN_DIRECTION);
  }

  @Test
  void worseOfTwoVerdictsCounts() {
    assertThat(Verdict.HOLDS.and(Verdict.HOLDS_IN_DIRECTION)).isEqualTo(Verdict.HOLDS_IN_DIRECTION);
    assertThat(Verdict.DOES_NOT_HOLD.and(Verdict.HOLDS)).isEqualTo(Verdict.DOES_NOT_HOLD);
  }
}
