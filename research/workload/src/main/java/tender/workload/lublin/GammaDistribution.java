package tender.workload.lublin;

import java.util.random.RandomGenerator;

/**
 * A gamma distribution, sampled by the method of Marsaglia and Tsang ("A Simple Method for
 * Generating Gamma Variables", 2000), with normal numbers by Marsaglia's polar method.
 *
 * <p>Logarithms and powers are those of {@link StrictMath}, because results of {@link Math} may
 * differ in the last bit between machines, and a workload must be the same everywhere.
 *
 * @param shape at least 1, as the method requires
 */
public record GammaDistribution(double shape, double scale) {
  public GammaDistribution {
    if (!(shape >= 1 && scale > 0)) {
      throw new IllegalArgumentException(
          "Invalid gamma distribution: shape "
              + shape
              + ", scale "
              + scale
              + ". The shape must be at least 1, the scale above 0.");
    }
  }

  double draw(RandomGenerator random) {
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double normal = normal(random);
      double root = 1 + c * normal;
      if (root <= 0) {
        continue;
      }
      double cube = root * root * root;
      double logOfUniform = StrictMath.log(1 - random.nextDouble());
      if (logOfUniform < normal * normal / 2 + d * (1 - cube + StrictMath.log(cube))) {
        return d * cube * scale;
      }
    }
  }

  /** Draws again until the number is at most the limit. */
  double drawUpTo(double limit, RandomGenerator random) {
    double drawn = draw(random);
    while (drawn > limit) {
      drawn = draw(random);
    }
    return drawn;
  }

  /**
   * The distribution function without its normalising factor, which depends only on the shape: the
   * series of the lower incomplete gamma function. Sufficient for ratios.
   */
  double unnormalisedCdf(double value) {
    double x = value / scale;
    double term = 1 / shape;
    double sum = term;
    for (double n = shape + 1; term > sum * 0x1p-60; n++) {
      term *= x / n;
      sum += term;
    }
    return StrictMath.exp(shape * StrictMath.log(x) - x) * sum;
  }

  private static double normal(RandomGenerator random) {
    while (true) {
      double x = 2 * random.nextDouble() - 1;
      double y = 2 * random.nextDouble() - 1;
      double square = x * x + y * y;
      if (square > 0 && square < 1) {
        return x * Math.sqrt(-2 * StrictMath.log(square) / square);
      }
    }
  }
}
