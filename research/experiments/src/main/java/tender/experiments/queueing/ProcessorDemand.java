package tender.experiments.queueing;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How likely a job is to need how many processors: the distribution C of the appendix, which does
 * not say which it took. Processors are whole, so its integral (A.14) is a sum.
 */
public final class ProcessorDemand {
  /** At index i the probability that a job needs at most i processors. */
  private final double[] cumulative;

  private ProcessorDemand(double[] weights) {
    double total = Arrays.stream(weights).sum();
    if (!(total > 0) || Arrays.stream(weights).anyMatch(weight -> weight < 0)) {
      throw new IllegalArgumentException("Weights must be 0 or more, and one of them more.");
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

  /** Of one processor, of two, and so on; weights need not add up to 1. */
  public static ProcessorDemand weighted(double... weights) {
    return new ProcessorDemand(weights);
  }

  /** As they were in these jobs. */
  public static ProcessorDemand observed(IntStream processorsOfJobs) {
    int[] processors = processorsOfJobs.toArray();
    double[] counts = new double[Arrays.stream(processors).max().orElse(0)];
    for (int needed : processors) {
      counts[needed - 1]++;
    }
    return new ProcessorDemand(counts);
  }

  /** Every number from one to the largest is as likely. */
  public static ProcessorDemand uniform(int largest) {
    double[] weights = new double[largest];
    Arrays.fill(weights, 1);
    return new ProcessorDemand(weights);
  }

  /** The most processors that a job may need. */
  public int largest() {
    return cumulative.length - 1;
  }

  /** How likely a job is to need more than one number and at most another; 0 if that is less. */
  public double probability(int moreThan, int atMost) {
    return Math.max(0, upTo(atMost) - upTo(moreThan));
  }

  private double upTo(int processors) {
    return cumulative[Math.min(processors, largest())];
  }
}
