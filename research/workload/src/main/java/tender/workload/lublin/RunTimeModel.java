package tender.workload.lublin;

import java.util.random.RandomGenerator;

/**
 * How long jobs run: the logarithm comes from one of two gamma distributions, and the more nodes a
 * job has the less likely is the first.
 *
 * @param slope by which the first one's probability changes with each node
 * @param intercept its probability at no node
 */
public record RunTimeModel(GammaDistribution first, GammaDistribution second, double slope, double intercept) {
  /** About 45 hours; longer ones are drawn again. */
  private static final double LONGEST_LOGARITHM = 12;

  long drawSeconds(int nodes, RandomGenerator random) {
    double probability = Math.clamp(slope * nodes + intercept, 0, 1);
    GammaDistribution logarithm = random.nextDouble() <= probability ? first : second;
    return (long) StrictMath.exp(logarithm.drawUpTo(LONGEST_LOGARITHM, random));
  }
}
