package tender.experiments.shares;

import java.util.List;
import java.util.function.ToDoubleFunction;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment over its seeds. Users are compared seed by seed. */
public final class SharesSummary extends ExperimentSummary<SharesExperiment, SharesExperiment.Key> {
  public SharesSummary(SharesExperiment experiment, List<MeasuredRun<SharesExperiment.Key>> runs) {
    super(experiment, SharesRunner.file(), runs);
  }

  Sample of(Interpretation interpretation, String metric) {
    return of(interpretation, run -> run.value(metric));
  }

  /** Statistics of a value that is computed from each run. */
  Sample of(
      Interpretation interpretation, ToDoubleFunction<MeasuredRun<SharesExperiment.Key>> value) {
    return Sample.of(
        runs().stream()
            .filter(run -> run.key().interpretation() == interpretation)
            .mapToDouble(value)
            .toArray());
  }

  @Override
  public String csv() {
    return csv("seeds,mean,half_width_95", Sample::csvCells);
  }
}
