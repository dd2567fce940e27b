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

  Sample of(Interpretation interpretation, String metric) {
    return of(interpretation, run -> run.value(metric));
  }

  /** Statistics of a value that is computed from each run. */
  Sample of(
      Interpretation interpretation, ToDoubleFunction<MeasuredRun<SharesExperiment.Key>> value) {
    return Sample.of(
        runs.stream()
            .filter(run -> run.key().interpretation() == interpretation)
            .mapToDouble(value)
            .toArray());
  }

  /** A CSV line for each interpretation and metric. */
  public String csv() {
    StringBuilder text = new StringBuilder("reading,metric,seeds,mean,half_width_95\n");
    for (Interpretation interpretation : Interpretation.values()) {
      for (String metric : SharesMetrics.all()) {
        append(text, interpretation, metric);
      }
    }
    return text.toString();
  }

  private void append(StringBuilder text, Interpretation interpretation, String metric) {
    Sample sample = of(interpretation, metric);
    text.append(
        String.format(Locale.ROOT, "%s,%s,%s\n", interpretation.id(), metric, sample.csvCells()));
  }
}
