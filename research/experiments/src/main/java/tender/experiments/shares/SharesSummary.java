package tender.experiments.shares;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment over its seeds. Users are compared seed by seed. */
public final class SharesSummary {
  private final SharesExperiment experiment;
  private final List<MeasuredRun<SharesExperiment.Key>> runs;

  public SharesSummary(SharesExperiment experiment, List<MeasuredRun<SharesExperiment.Key>> runs) {
    this.experiment = experiment;
    this.runs = List.copyOf(runs);
  }

  public SharesExperiment experiment() {
    return experiment;
  }

  public List<MeasuredRun<SharesExperiment.Key>> runs() {
    return runs;
  }

  Sample of(Interpretation reading, String measure) {
    return of(reading, run -> run.value(measure));
  }

  /** Of a value that each run gives. */
  Sample of(Interpretation reading, ToDoubleFunction<MeasuredRun<SharesExperiment.Key>> value) {
    return Sample.of(
        runs.stream().filter(run -> run.key().interpretation() == reading).mapToDouble(value).toArray());
  }

  /** Of each reading and measure a line of comma-separated values. */
  public String csv() {
    StringBuilder text = new StringBuilder("reading,metric,seeds,mean,half_width_95\n");
    for (Interpretation reading : Interpretation.values()) {
      for (String measure : SharesMetrics.all()) {
        append(text, reading, measure);
      }
    }
    return text.toString();
  }

  private void append(StringBuilder text, Interpretation reading, String measure) {
    Sample sample = of(reading, measure);
    text.append(String.format(Locale.ROOT, "%s,%s,%s\n", reading.id(), measure, sample.csvCells()));
  }
}
