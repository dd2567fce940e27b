package tender.measure.povray;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Predicted and real run times of tasks, in seconds.
 *
 * @param predicted by task
 * @param real by task, for the same tasks
 */
record Prediction(SortedMap<Integer, Double> predicted, SortedMap<Integer, Double> real) {
  Prediction {
    if (!predicted.keySet().equals(real.keySet())) {
      throw new IllegalArgumentException(
          "Predicted tasks "
              + predicted.keySet()
              + " differ from tasks run "
              + real.keySet()
              + ".");
    }
  }

  static Prediction of(Map<Integer, Double> predicted, Map<Integer, Double> real) {
    return new Prediction(new TreeMap<>(predicted), new TreeMap<>(real));
  }

  double realSeconds() {
    return sum(real);
  }

  /** The relative error of the total; negative if the prediction was too short. */
  double overestimation() {
    return sum(predicted) / sum(real) - 1;
  }

  /** The mean absolute error of a task, relative to the mean run time. */
  double meanAbsoluteError() {
    double sum = 0;
    for (Map.Entry<Integer, Double> run : real.entrySet()) {
      sum += error(run);
    }
    return sum / sum(real);
  }

  /** The largest error of a task, relative to its run time. */
  double worstError() {
    return real.entrySet().stream().mapToDouble(run -> error(run) / run.getValue()).max().orElse(0);
  }

  private double error(Map.Entry<Integer, Double> run) {
    return Math.abs(predicted.getOrDefault(run.getKey(), 0.0) - run.getValue());
  }

  private static double sum(Map<Integer, Double> seconds) {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
