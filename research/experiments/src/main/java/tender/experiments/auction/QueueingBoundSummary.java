package tender.experiments.auction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.experiments.queueing.QueueingPrediction;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** Compares the waits and slowdowns of the auction with those of the queueing model. */
public final class QueueingBoundSummary {
  private final List<MeasuredRun<QueueingBoundExperiment.Key>> runs;

  /** Computed once, because finding the best partition is slow. */
  private final Map<Point, QueueingPrediction.SteadyState> predictions = new LinkedHashMap<>();

  private record Point(JobWidths widths, int scaleSeconds, double load) {}

  public QueueingBoundSummary(List<MeasuredRun<QueueingBoundExperiment.Key>> runs) {
    this.runs = List.copyOf(runs);
    for (JobWidths widths : JobWidths.values()) {
      for (int scale : widths.scalesSeconds()) {
        for (double load : QueueingBoundExperiment.LOADS) {
          predictions.put(
              new Point(widths, scale, load),
              QueueingBoundExperiment.prediction(widths, scale, load));
        }
      }
    }
  }

  public List<MeasuredRun<QueueingBoundExperiment.Key>> runs() {
    return runs;
  }

  Sample of(JobWidths widths, int scaleSeconds, double load, String metric) {
    return Sample.of(
        runs.stream()
            .filter(run -> run.key().widths() == widths)
            .filter(run -> run.key().scaleSeconds() == scaleSeconds && run.key().load() == load)
            .mapToDouble(run -> run.value(metric))
            .toArray());
  }

  double predicted(JobWidths widths, int scaleSeconds, double load, String metric) {
    QueueingPrediction.SteadyState steady =
        Objects.requireNonNull(predictions.get(new Point(widths, scaleSeconds, load)));
    return metric.equals(QueueingBoundExperiment.SLOWDOWN)
        ? steady.slowdown()
        : steady.waitSeconds();
  }

  /** How far the auction is below the model, in percent of the model's value. */
  Sample belowPercent(JobWidths widths, int scaleSeconds, double load, String metric) {
    double predicted = predicted(widths, scaleSeconds, load, metric);
    Sample sample = of(widths, scaleSeconds, load, metric);
    return new Sample(
        sample.size(),
        100 * (1 - sample.mean() / predicted),
        100 * sample.standardDeviation() / predicted,
        100 * sample.halfWidth() / predicted);
  }
}
