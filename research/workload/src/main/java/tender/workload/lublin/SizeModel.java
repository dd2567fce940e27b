package tender.workload.lublin;

import java.util.random.RandomGenerator;

/**
 * The number of nodes of jobs: often one, mostly a power of two. Its logarithm has a two-stage
 * uniform distribution, whose lower stage is far more likely.
 *
 * @param serialProbability of one node
 * @param powerOfTwoProbability of a power of two above one
 * @param low smallest base-2 logarithm of a parallel job's size before rounding
 * @param medium logarithm at which the lower stage ends
 * @param high logarithm of the machine's size, at which the upper stage ends
 * @param lowerStageProbability of the lower stage
 */
public record SizeModel(
    double serialProbability,
    double powerOfTwoProbability,
    double low,
    double medium,
    double high,
    double lowerStageProbability) {
  /** The model's authors allow from 1.5 to 3.5 between the two upper logarithms. */
  private static final double USUAL_DISTANCE = 2.5;

  private static final double MIN_DISTANCE = 1.5;

  /**
   * Above the rounding error of a logarithm, and below the difference of two logarithms of
   * integers.
   */
  private static final double ROUNDING_ERROR = 1e-12;

  public SizeModel {
    if (!(low <= medium && medium <= high && high < 31)) {
      throw new IllegalArgumentException(
          ("The base-2 logarithms of job sizes are %s, %s and %s. They must ascend and be"
                  + " below 31. The machine must have at least 8 nodes.")
              .formatted(low, medium, high));
    }
  }

  /** The same model for a machine of this many nodes, at least 8. */
  SizeModel onMachine(int nodes) {
    double otherHigh = StrictMath.log(nodes) / StrictMath.log(2);
    double distance = otherHigh - USUAL_DISTANCE < low ? MIN_DISTANCE : USUAL_DISTANCE;
    return new SizeModel(
        serialProbability,
        powerOfTwoProbability,
        low,
        otherHigh - distance,
        otherHigh,
        lowerStageProbability);
  }

  int draw(RandomGenerator random) {
    double kind = random.nextDouble();
    if (kind <= serialProbability) {
      return 1;
    }
    boolean inLowerStage = random.nextDouble() <= lowerStageProbability;
    double logarithm = inLowerStage ? uniform(low, medium, random) : uniform(medium, high, random);
    boolean isPowerOfTwo = kind <= serialProbability + powerOfTwoProbability;
    return (int) Math.round(StrictMath.pow(2, isPowerOfTwo ? rounded(logarithm) : logarithm));
  }

  /** Rounds, but not up to a power of two above the size of the machine. */
  private double rounded(double logarithm) {
    return Math.min(Math.rint(logarithm), Math.floor(high + ROUNDING_ERROR));
  }

  private static double uniform(double from, double to, RandomGenerator random) {
    return from + (to - from) * random.nextDouble();
  }
}
