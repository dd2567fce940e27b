package tender.experiments.queueing;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * M/G/1 in which nobody is interrupted and the higher class goes first: Cobham's formula (A.1 to
 * A.3).
 *
 * @param classes the one that goes first first
 */
record PriorityMg1Queue(double arrivalsPerSecond, List<PriorityClass> classes) implements Station {
  @Override
  public double load() {
    return arrivalsPerSecond * mean(classes, PriorityMg1Queue::valuingSeconds);
  }

  /** Over all classes. */
  @Override
  public double waitSeconds() {
    double sum = 0;
    for (int i = 0; i < classes.size(); i++) {
      sum += classes.get(i).probability() * waitSeconds(i);
    }
    return sum;
  }

  /** Of the class at this place. */
  double waitSeconds(int index) {
    requireSteadyState();
    double underWaySeconds =
        arrivalsPerSecond * mean(classes, job -> job.valuationTime().secondMoment()) / 2;
    double loadBefore = loadOfFirst(index);
    double loadWith = loadOfFirst(index + 1);
    return underWaySeconds / ((1 - loadBefore) * (1 - loadWith));
  }

  /** How long it takes to value a job, over all classes. */
  double meanValuationSeconds() {
    return mean(classes, PriorityMg1Queue::valuingSeconds);
  }

  private double loadOfFirst(int count) {
    return arrivalsPerSecond * mean(classes.subList(0, count), PriorityMg1Queue::valuingSeconds);
  }

  private static double valuingSeconds(PriorityClass job) {
    return job.valuationTime().meanSeconds();
  }

  private static double mean(List<PriorityClass> classes, ToDoubleFunction<PriorityClass> value) {
    return classes.stream().mapToDouble(job -> job.probability() * value.applyAsDouble(job)).sum();
  }
}
