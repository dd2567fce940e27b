package tender.experiments.queueing;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A non-preemptive M/G/1 priority queue, by Cobham's formula (A.1 to A.3).
 *
 * @param classes in descending priority
 */
record PriorityMg1Queue(double arrivalsPerSecond, List<PriorityClass> classes) implements Station {
  @Override
  public double load() {
    return arrivalsPerSecond * mean(classes, PriorityMg1Queue::valuationSeconds);
  }

  /** The mean over all classes. */
  @Override
  public double waitSeconds() {
    double sum = 0;
    for (int i = 0; i < classes.size(); i++) {
      sum += classes.get(i).probability() * waitSeconds(i);
    }
    return sum;
  }

  /** The mean wait of the class with this index. */
  double waitSeconds(int index) {
    requireSteadyState();
    double residualSeconds =
        arrivalsPerSecond * mean(classes, job -> job.valuationTime().secondMoment()) / 2;
    double loadOfHigher = loadOfFirst(index);
    double loadUpToClass = loadOfFirst(index + 1);
    return residualSeconds / ((1 - loadOfHigher) * (1 - loadUpToClass));
  }

  /** The mean valuation time over all classes. */
  double meanValuationSeconds() {
    return mean(classes, PriorityMg1Queue::valuationSeconds);
  }

  private double loadOfFirst(int count) {
    return arrivalsPerSecond * mean(classes.subList(0, count), PriorityMg1Queue::valuationSeconds);
  }

  private static double valuationSeconds(PriorityClass job) {
    return job.valuationTime().meanSeconds();
  }

  private static double mean(List<PriorityClass> classes, ToDoubleFunction<PriorityClass> value) {
    return classes.stream().mapToDouble(job -> job.probability() * value.applyAsDouble(job)).sum();
  }
}
