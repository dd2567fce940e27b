package tender.experiments.auction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.experiments.queueing.Prediction;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The auction's waits and slowdowns beside those of the queueing model. */
public final class BoundSummary {
  private final List<MeasuredRun<BoundExperiment.Key>> runs;

  /** Once for each, because finding the best partition takes its time. */
  private final Map<Point, Prediction.SteadyState> predictions = new LinkedHashMap<>();

  private record Point(int scaleSeconds, double load) {}

  public BoundSummary(List<MeasuredRun<BoundExperiment.Key>> runs) {
    this.runs = List.copyOf(runs);
    for (int scale : BoundExperiment.SCALES_SECONDS) {
      for (double load : BoundExperiment.LOADS) {
        predictions.put(new Point(scale, load), BoundExperiment.prediction(scale, load));
      }
    }
  }

  public List<MeasuredRun<BoundExperiment.Key>> runs() {
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
    Prediction.SteadyState steady =
        Objects.requireNonNull(predictions.get(new Point(scaleSeconds, load)));
    return measure.equals(BoundExperiment.SLOWDOWN) ? steady.slowdown() : steady.waitSeconds();
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
