package tender.experiments.auction;

import java.util.List;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment over its seeds. Policies are compared seed by seed. */
public final class AuctionSummary
    extends ExperimentSummary<AuctionExperiment, AuctionExperiment.Key> {
  public AuctionSummary(
      AuctionExperiment experiment, List<MeasuredRun<AuctionExperiment.Key>> runs) {
    super(experiment, AuctionRunner.file(), runs);
  }

  public Sample of(AuctionScenario scenario, String policy, String metric) {
    return Sample.of(values(scenario, policy, metric));
  }

  /** A policy's metric minus that of another policy, seed by seed. */
  Sample difference(AuctionScenario scenario, String policy, String other, String metric) {
    return compare(
        values(scenario, policy, metric), values(scenario, other, metric), (a, b) -> a - b);
  }

  /** What an idle grid would complete minus what a policy completes, in percentage points. */
  Sample left(AuctionScenario scenario, String policy) {
    return compare(
        values(scenario, policy, AuctionMetrics.POSSIBLE_PERCENT),
        values(scenario, policy, AuctionMetrics.SUCCESS_PERCENT),
        (a, b) -> a - b);
  }

  /** A policy's metric divided by that of another policy, seed by seed. */
  Sample ratio(AuctionScenario scenario, String policy, String other, String metric) {
    return compare(
        values(scenario, policy, metric), values(scenario, other, metric), (a, b) -> a / b);
  }

  private double[] values(AuctionScenario scenario, String policy, String metric) {
    return values(key -> key.policy().equals(policy) && key.scenario().equals(scenario), metric);
  }

  @Override
  public String csv() {
    return csv("seeds,mean,half_width_95", Sample::csvCells);
  }
}
