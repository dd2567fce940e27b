package tender.app.live;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was said of tasks beside what they took, in seconds.
 *
 * @param predicted by task
 * @param real by task, of the same tasks
 */
record Prediction(SortedMap<Integer, Double> predicted, SortedMap<Integer, Double> real) {
  Prediction {
    if (!predicted.keySet().equals(real.keySet())) {
      throw new IllegalArgumentException(
          "Predicted are the tasks " + predicted.keySet() + ", ran " + real.keySet() + ".");
    }
  }

  static Prediction of(Map<Integer, Double> predicted, Map<Integer, Double> real) {
    return new Prediction(new TreeMap<>(predicted), new TreeMap<>(real));
  }

  double realSeconds() {
    return sum(real);
  }

  /** How much too long all together was predicted; below zero if too short. */
  double overestimation() {
    return sum(predicted) / sum(real) - 1;
  }

  /** How far off a task was on average, in parts of the mean task. */
  double meanAbsoluteError() {
    double off = 0;
    for (int task : real.keySet()) {
      off += Math.abs(error(task));
    }
    return off / sum(real);
  }

  /** How far off the worst task was, in parts of what it took. */
  double worstError() {
    return real.keySet().stream()
        .mapToDouble(task -> Math.abs(error(task)) / real.get(task))
        .max()
        .orElse(0);
  }

  private double error(int task) {
    return predicted.get(task) - real.get(task);
  }

  private static double sum(Map<Integer, Double> seconds) {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
