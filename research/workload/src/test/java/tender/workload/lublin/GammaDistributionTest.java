package tender.workload.lublin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.workload.random.SplitMix64;

final class GammaDistributionTest {
  private static final int DRAWS = 400_000;

  @ParameterizedTest
  @CsvSource({"1, 1", "3.8351, 0.6605", "6.57, 0.823", "312, 0.03", "639.1, 0.0156"})
  void samplesHaveTheMomentsOfTheDistribution(double shape, double scale) {
    var gamma = new GammaDistribution(shape, scale);
    var random = new SplitMix64(5);
    double sum = 0;
    double squares = 0;
    double cubes = 0;
    double mean = shape * scale;
    double deviation = Math.sqrt(shape) * scale;
    for (int i = 0; i < DRAWS; i++) {
      double standard = (gamma.draw(random) - mean) / deviation;
      sum += standard;
      squares += standard * standard;
      cubes += standard * standard * standard;
    }
    assertThat(sum / DRAWS).isCloseTo(0, within(0.01));
    assertThat(squares / DRAWS).isCloseTo(1, within(0.02));
    assertThat(cubes / DRAWS).as("skewness").isCloseTo(2 / Math.sqrt(shape), within(0.1));
  }

  /** For an integer shape the distribution function is a finite sum. */
  @Test
  void probabilitiesMatchTheErlangDistribution() {
    var gamma = new GammaDistribution(4, 2);
    double all = gamma.unnormalisedCdf(500);
    for (double value = 0.5; value < 60; value += 0.5) {
      double x = value / 2;
      double upperTail = Math.exp(-x) * (1 + x + x * x / 2 + x * x * x / 6);
      assertThat(gamma.unnormalisedCdf(value) / all).isCloseTo(1 - upperTail, within(1e-12));
    }
  }

  @Test
  void samplesMatchTheDistributionFunction() {
    var gamma = new GammaDistribution(6.57, 0.823);
    var random = new SplitMix64(6);
    int below = 0;
    for (int i = 0; i < DRAWS; i++) {
      below += gamma.draw(random) <= 4 ? 1 : 0;
    }
    double expected = gamma.unnormalisedCdf(4) / gamma.unnormalisedCdf(200);
    assertThat((double) below / DRAWS).isCloseTo(expected, within(0.005));
  }

  @Test
  void invalidParametersAreRejected() {
    assertThatThrownBy(() -> new GammaDistribution(0.5, 1)).hasMessageContaining("shape 0.5");
    assertThatThrownBy(() -> new GammaDistribution(2, 0)).hasMessageContaining("scale 0");
  }
}
