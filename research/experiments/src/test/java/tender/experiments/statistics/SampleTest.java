package tender.experiments.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class SampleTest {
  /** By hand: squares 2.25 + 0.25 + 0.25 + 2.25 = 5, over 3; t of 3 degrees is 3.182446. */
  @Test
  void statisticsOfFourValuesMatchHandCalculation() {
    Sample sample = Sample.of(1, 2, 3, 4);

    assertThat(sample.mean()).isEqualTo(2.5);
    assertThat(sample.standardDeviation()).isCloseTo(1.290994, within(1e-6));
    assertThat(sample.halfWidth()).isCloseTo(3.182446 * 1.290994 / 2, within(1e-5));
    assertThat(sample.low()).isCloseTo(0.445740, within(1e-5));
    assertThat(sample.high()).isCloseTo(4.554260, within(1e-5));
  }

  @Test
  void equalValuesHaveZeroHalfWidth() {
    assertThat(Sample.of(7, 7, 7)).isEqualTo(new Sample(3, 7, 0, 0));
  }

  @Test
  void singleValueHasInfiniteHalfWidth() {
    assertThat(Sample.of(7)).isEqualTo(new Sample(1, 7, 0, Double.POSITIVE_INFINITY));
  }

  @Test
  void emptySampleIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(Sample::of);
  }
}
