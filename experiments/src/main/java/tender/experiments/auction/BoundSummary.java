package tender.experiments.auction;

import java.util.List;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The auction's waits and slowdowns beside those of the queueing model. */
public record BoundSummary(List<MeasuredRun<BoundExperiment.Key>> runs) {
  public BoundSummary {
    runs = List.copyOf(runs);
  }

  Sample of(int scaleSeconds, double load, String measure) {
    return Sample.of(
        runs.stream()
            .filter(run -> run.key().scaleSeconds() == scaleSeconds && run.key().load() == load)
            .mapToDouble(run -> run.value(measure))
            .toArray());
  }

  static double predicted(int scaleSeconds, double load, String measure) {
    var steady = BoundExperiment.prediction(scaleSeconds, load);
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
