package tender.experiments.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class WeibullTest {
  @Test
  void shapeOneIsExponential() {
    ServiceTime service = new Weibull(1, 25).serviceTime();

    assertThat(service.meanSeconds()).isCloseTo(25, within(1e-9));
    assertThat(service.secondMoment()).isCloseTo(2 * 25 * 25, within(1e-9));
  }

  /** Rayleigh's distribution. */
  @Test
  void shapeTwoIsRayleighs() {
    Weibull runTime = new Weibull(2, 10);

    assertThat(runTime.serviceTime().meanSeconds()).isCloseTo(5 * Math.sqrt(Math.PI), within(1e-9));
    assertThat(runTime.serviceTime().secondMoment()).isCloseTo(100, within(1e-9));
    assertThat(runTime.meanInverse(0)).isCloseTo(Math.sqrt(Math.PI) / 10, within(1e-9));
  }

  /** (1 − e^−x + x E₁(x)) / x with x = 0.1 and E₁(0.1) from a table. */
  @Test
  void boundedExponentialMatchesTabulatedIntegral() {
    double tabulated = 1.8229239584;

    assertThat(new Weibull(1, 10).meanInverse(1))
        .isCloseTo(1 - Math.exp(-0.1) + 0.1 * tabulated, within(1e-9));
  }

  @Test
  void lowBoundChangesLittle() {
    Weibull runTime = new Weibull(3, 10);

    assertThat(runTime.meanInverse(1e-3)).isCloseTo(runTime.meanInverse(0), within(1e-6));
  }

  @Test
  void highBoundDeterminesTheMean() {
    assertThat(new Weibull(0.5, 1).meanInverse(1e6)).isCloseTo(1e-6, within(1e-12));
  }

  @Test
  void infiniteMeanInverseIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Weibull(1, 10).meanInverse(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Weibull(2, 10).meanInverse(-1));
  }
}
