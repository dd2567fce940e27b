package tender.experiments.promises;

import java.util.List;
import java.util.Locale;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results aggregated over their seeds. */
public final class PromisesSummary
    extends ExperimentSummary<PromisesExperiment, PromisesExperiment.Key> {
  public PromisesSummary(
      PromisesExperiment experiment, List<MeasuredRun<PromisesExperiment.Key>> runs) {
    super(experiment, PromisesRunner.file(), runs);
  }

  /** The first run of each combination of everything except the seed, in table order. */
  public List<PromisesExperiment.Key> cells() {
    return runs().stream().map(MeasuredRun::key).filter(key -> key.seed() == 1).toList();
  }

  public Sample of(PromisesExperiment.Key cell, PromiseMetric metric) {
    return Sample.of(values(key -> key.withSeed(cell.seed()).equals(cell), metric.id()));
  }

  @Override
  public String csv() {
    return csv(
        "seeds,mean,standard_deviation,half_width",
        sample ->
            String.format(
                Locale.ROOT,
                "%d,%.6f,%.6f,%s",
                sample.size(),
                sample.mean(),
                sample.standardDeviation(),
                sample.csvHalfWidth()));
  }
}
