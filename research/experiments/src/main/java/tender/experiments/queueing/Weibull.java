package tender.experiments.queueing;

import org.hipparchus.analysis.integration.IterativeLegendreGaussIntegrator;
import org.hipparchus.special.Gamma;

/**
 * Run times with a Weibull distribution.
 *
 * @param shape α; 1 is the exponential distribution, a smaller shape has more very short and very
 *     long run times
 * @param scaleSeconds β, the time within which 63 % of the jobs end, for any shape
 */
public record Weibull(double shape, double scaleSeconds) {
  /** The logarithm of 700; for larger u, e^−u is too small for a double. */
  private static final double UPPER_LIMIT = Math.log(700);

  private static final int POINTS = 16;
  private static final double RELATIVE_ACCURACY = 1e-9;
  private static final double ABSOLUTE_ACCURACY = 1e-15;
  private static final int MAX_EVALUATIONS = 1_000_000;

  public Weibull {
    if (!(shape > 0) || !(scaleSeconds > 0)) {
      throw new IllegalArgumentException(
          "The shape is %s and the scale %s s. Both must be above 0."
              .formatted(shape, scaleSeconds));
    }
  }

  public ServiceTime serviceTime() {
    return new ServiceTime(
        scaleSeconds * Gamma.gamma(1 + 1 / shape),
        scaleSeconds * scaleSeconds * Gamma.gamma(1 + 2 / shape));
  }

  /**
   * E(1 / max(X, bound)), the factor from the mean wait to the mean slowdown.
   *
   * <p>The appendix takes E(1/X), which is Γ(1 − 1/α) / β for shapes above 1. For other shapes it
   * is infinite, because too many jobs are very short. Then run times must be bounded from below,
   * as is usual when slowdowns are measured.
   *
   * @param boundSeconds run times below this count as this long; 0 means no bound
   */
  public double meanInverse(double boundSeconds) {
    if (!hasMeanInverse(boundSeconds)) {
      throw new IllegalArgumentException(
          "The mean slowdown is not finite for shape %s and a bound of %s s. Set a bound above 0 s."
              .formatted(shape, boundSeconds));
    }
    if (boundSeconds == 0) {
      return Gamma.gamma(1 - 1 / shape) / scaleSeconds;
    }
    double bound = Math.pow(boundSeconds / scaleSeconds, shape);
    double shortPart = -Math.expm1(-bound) / boundSeconds;
    return shortPart + upperGamma(1 - 1 / shape, bound) / scaleSeconds;
  }

  /**
   * The upper incomplete gamma function, the integral of u^(a−1) e^−u from the bound to infinity.
   * Libraries have it only for a above 0. As a function of the logarithm of u the integrand is
   * smooth and has a short range.
   */
  private static double upperGamma(double a, double bound) {
    double from = Math.log(bound);
    return from >= UPPER_LIMIT
        ? 0
        : new IterativeLegendreGaussIntegrator(POINTS, RELATIVE_ACCURACY, ABSOLUTE_ACCURACY)
            .integrate(MAX_EVALUATIONS, s -> Math.exp(a * s - Math.exp(s)), from, UPPER_LIMIT);
  }

  /** Whether {@link #meanInverse} is finite. */
  boolean hasMeanInverse(double boundSeconds) {
    return boundSeconds > 0 || (boundSeconds == 0 && shape > 1);
  }
}
