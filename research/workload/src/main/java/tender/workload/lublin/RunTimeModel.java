package tender.workload.lublin;

import java.util.random.RandomGenerator;

/**
 * The run time of jobs: its logarithm comes from one of two gamma distributions, and the first is
 * the less likely the more nodes a job has.
 *
 * @param slope change of the first distribution's probability per node
 * @param intercept probability of the first distribution at zero nodes
 */
public record RunTimeModel(
    GammaDistribution first, GammaDistribution second, double slope, double intercept) {
  /** About 45 hours; longer run times are drawn again. */
  private static final double MAX_LOGARITHM = 12;

  long drawSeconds(int nodes, RandomGenerator random) {
    double probability = Math.clamp(slope * nodes + intercept, 0, 1);
    GammaDistribution logarithm = random.nextDouble() <= probability ? first : second;
    return (long) StrictMath.exp(logarithm.drawUpTo(MAX_LOGARITHM, random));
  }
}
