package tender.experiments.auction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.experiments.queueing.QueueingPrediction;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The auction's waits and slowdowns beside those of the queueing model. */
public final class QueueingBoundSummary {
  private final List<MeasuredRun<QueueingBoundExperiment.Key>> runs;

  /** Once for each, because finding the best partition takes its time. */
  private final Map<Point, QueueingPrediction.SteadyState> predictions = new LinkedHashMap<>();

  private record Point(int scaleSeconds, double load) {}

  public QueueingBoundSummary(List<MeasuredRun<QueueingBoundExperiment.Key>> runs) {
    this.runs = List.copyOf(runs);
    for (int scale : QueueingBoundExperiment.SCALES_SECONDS) {
      for (double load : QueueingBoundExperiment.LOADS) {
        predictions.put(new Point(scale, load), QueueingBoundExperiment.prediction(scale, load));
      }
    }
  }

  public List<MeasuredRun<QueueingBoundExperiment.Key>> runs() {
    return runs;
  }

  Sample of(int scaleSeconds, double load, String measure) {
    return Sample.of(
        runs.stream()
            .filter(run -> run.key().scaleSeconds() == scaleSeconds && run.key().load() == load)
            .mapToDouble(run -> run.value(measure))
            .toArray());
  }

  double predicted(int scaleSeconds, double load, String measure) {
    QueueingPrediction.SteadyState steady =
        Objects.requireNonNull(predictions.get(new Point(scaleSeconds, load)));
    return measure.equals(QueueingBoundExperiment.SLOWDOWN) ? steady.slowdown() : steady.waitSeconds();
  }

  /** By how many percent of the model's the auction's are below it. */
  Sample belowPercent(int scaleSeconds, double load, String measure) {
    double predicted = predicted(scaleSeconds, load, measure);
    Sample sample = of(scaleSeconds, load, measure);
    return new Sample(
        sample.size(),
        100 * (1 - sample.mean() / predicted),
        100 * sample.standardDeviation() / predicted,
        100 * sample.halfWidth() / predicted);
  }
}
