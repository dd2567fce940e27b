package tender.experiments.queueing;

import org.hipparchus.analysis.integration.IterativeLegendreGaussIntegrator;
import org.hipparchus.special.Gamma;

/**
 * Run times of Weibull's distribution.
 *
 * @param shape α; 1 is the exponential distribution, less has more of the very short and very long
 * @param scaleSeconds β, the time within which 63 % end whatever the shape
 */
public record Weibull(double shape, double scaleSeconds) {
  /** The logarithm of 700, than which e^−u is as small as a number can be. */
  private static final double NOTHING_ABOVE = Math.log(700);

  private static final int POINTS = 16;
  private static final double RELATIVE_ACCURACY = 1e-9;
  private static final double ABSOLUTE_ACCURACY = 1e-15;
  private static final int MOST_EVALUATIONS = 1_000_000;

  public Weibull {
    if (!(shape > 0) || !(scaleSeconds > 0)) {
      throw new IllegalArgumentException(
          "Shape and scale must be more than 0, not %s and %s.".formatted(shape, scaleSeconds));
    }
  }

  public ServiceTime serviceTime() {
    return new ServiceTime(
        scaleSeconds * Gamma.gamma(1 + 1 / shape),
        scaleSeconds * scaleSeconds * Gamma.gamma(1 + 2 / shape));
  }

  /**
   * E(1 / max(X, shortest)), by which a mean wait is multiplied to have a mean slowdown.
   *
   * <p>The appendix takes E(1/X), which is Γ(1 − 1/α) / β for shapes above 1. For others it is
   * infinite: too many jobs are so short that any wait is beyond all proportion. So for those run
   * times must be bounded from below, as slowdowns usually are where they are measured.
   *
   * @param shortestSeconds shorter run times count as this long; 0 bounds nothing
   */
  public double meanInverse(double shortestSeconds) {
    if (!hasMeanInverse(shortestSeconds)) {
      throw new IllegalArgumentException(
          "The mean slowdown is infinite for a shape of %s unless short run times are bounded."
              .formatted(shape));
    }
    if (shortestSeconds == 0) {
      return Gamma.gamma(1 - 1 / shape) / scaleSeconds;
    }
    double bound = Math.pow(shortestSeconds / scaleSeconds, shape);
    double ofShort = -Math.expm1(-bound) / shortestSeconds;
    return ofShort + upperGamma(1 - 1 / shape, bound) / scaleSeconds;
  }

  /**
   * The upper incomplete gamma function, the integral of u^(a−1) e^−u from a bound on. Libraries
   * have it for a above 0 only. Over the logarithm of u it is smooth and ends soon.
   */
  private static double upperGamma(double a, double bound) {
    double from = Math.log(bound);
    return from >= NOTHING_ABOVE
        ? 0
        : new IterativeLegendreGaussIntegrator(POINTS, RELATIVE_ACCURACY, ABSOLUTE_ACCURACY)
            .integrate(MOST_EVALUATIONS, s -> Math.exp(a * s - Math.exp(s)), from, NOTHING_ABOVE);
  }

  /** Whether {@link #meanInverse} is finite. */
  boolean hasMeanInverse(double shortestSeconds) {
    return shortestSeconds > 0 || (shortestSeconds == 0 && shape > 1);
  }
}
