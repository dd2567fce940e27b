package tender.experiments.queueing;

import java.util.Arrays;

/**
 * The distribution of the number of processors that a job needs: C of the appendix, which does not
 * state which distribution it used. The number is an integer, so the integral (A.14) is a sum.
 */
public final class ProcessorDemand {
  /** At index i the probability that a job needs at most i processors. */
  private final double[] cumulative;

  private ProcessorDemand(double[] weights) {
    double total = Arrays.stream(weights).sum();
    if (!(total > 0) || Arrays.stream(weights).anyMatch(weight -> weight < 0)) {
      throw new IllegalArgumentException(
          "Weights must not be negative, and at least one must be above 0.");
    }
    int largest = weights.length;
    while (weights[largest - 1] == 0) {
      largest--;
    }
    cumulative = new double[largest + 1];
    for (int i = 1; i <= largest; i++) {
      cumulative[i] = cumulative[i - 1] + weights[i - 1] / total;
    }
    cumulative[largest] = 1;
  }

  /** From the weights of one processor, two processors and so on; they need not add up to 1. */
  public static ProcessorDemand weighted(double... weights) {
    return new ProcessorDemand(weights);
  }

  /** Uniform from one processor to the largest number. */
  public static ProcessorDemand uniform(int largest) {
    double[] weights = new double[largest];
    Arrays.fill(weights, 1);
    return new ProcessorDemand(weights);
  }

  /** The largest number of processors that a job may need. */
  public int largest() {
    return cumulative.length - 1;
  }

  /**
   * The probability that a job needs more than {@code moreThan} and at most {@code atMost}
   * processors; 0 if the range is empty.
   */
  public double probability(int moreThan, int atMost) {
    return Math.max(0, upTo(atMost) - upTo(moreThan));
  }

  private double upTo(int processors) {
    return cumulative[Math.min(processors, largest())];
  }
}
