package tender.workload.lublin;

import java.util.random.RandomGenerator;

/**
 * How many nodes jobs need: often one, mostly a power of two, and their logarithm in two stages, of
 * which the lower is by far the more likely.
 *
 * @param serial probability of one node
 * @param powerOfTwo probability of a power of two above one
 * @param low least logarithm, to the base 2, of a parallel job's size before rounding
 * @param medium where the lower stage ends
 * @param high logarithm of the machine's size, where the upper stage ends
 * @param lower probability of the lower stage
 */
public record SizeModel(
    double serialProbability, double powerOfTwoProbability, double low, double medium, double high, double lowerStageProbability) {
  /** The model's authors allow from 1.5 to 3.5 between the two upper logarithms. */
  private static final double USUAL_DISTANCE = 2.5;

  private static final double LEAST_DISTANCE = 1.5;

  /** More than a logarithm of a whole number can be off, less than two of them differ. */
  private static final double ROUNDING_ERROR = 1e-12;

  public SizeModel {
    if (!(low <= medium && medium <= high && high < 31)) {
      throw new IllegalArgumentException(
          "The logarithms of sizes are "
              + low
              + ", "
              + medium
              + " and "
              + high
              + ". They must grow, and stay below 31. Maybe the machine is too small for the"
              + " model: 8 nodes are the least.");
    }
  }

  /** The same habits on a machine of another size, of at least 8 nodes. */
  SizeModel onMachine(int nodes) {
    double otherHigh = StrictMath.log(nodes) / StrictMath.log(2);
    double distance = otherHigh - USUAL_DISTANCE < low ? LEAST_DISTANCE : USUAL_DISTANCE;
    return new SizeModel(serialProbability, powerOfTwoProbability, low, otherHigh - distance, otherHigh, lowerStageProbability);
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

  /** Not up to a power of two that the machine does not have, if its size is none. */
  private double rounded(double logarithm) {
    return Math.min(Math.rint(logarithm), Math.floor(high + ROUNDING_ERROR));
  }

  private static double uniform(double from, double to, RandomGenerator random) {
    return from + (to - from) * random.nextDouble();
  }
}
