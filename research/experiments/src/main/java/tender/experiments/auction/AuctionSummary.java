package tender.experiments.auction;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment over its seeds. Policies are compared seed by seed. */
public final class AuctionSummary {
  private final AuctionExperiment experiment;
  private final List<MeasuredRun<AuctionExperiment.Key>> runs;

  public AuctionSummary(
      AuctionExperiment experiment, List<MeasuredRun<AuctionExperiment.Key>> runs) {
    this.experiment = experiment;
    this.runs = List.copyOf(runs);
  }

  public AuctionExperiment experiment() {
    return experiment;
  }

  public List<MeasuredRun<AuctionExperiment.Key>> runs() {
    return runs;
  }

  public Sample of(AuctionScenario scenario, String policy, String metric) {
    return Sample.of(values(scenario, policy, metric));
  }

  /** A policy's metric minus that of another policy, seed by seed. */
  Sample difference(AuctionScenario scenario, String policy, String other, String metric) {
    double[] ones = values(scenario, policy, metric);
    double[] others = values(scenario, other, metric);
    return Sample.of(
        IntStream.range(0, ones.length).mapToDouble(seed -> ones[seed] - others[seed]).toArray());
  }

  /** A policy's metric divided by that of another policy, seed by seed. */
  Sample ratio(AuctionScenario scenario, String policy, String other, String metric) {
    double[] ones = values(scenario, policy, metric);
    double[] others = values(scenario, other, metric);
    return Sample.of(
        IntStream.range(0, ones.length).mapToDouble(seed -> ones[seed] / others[seed]).toArray());
  }

  /** The values in the order of the seeds. */
  private double[] values(AuctionScenario scenario, String policy, String metric) {
    return runs.stream()
        .filter(run -> run.key().policy().equals(policy))
        .filter(run -> run.key().scenario().equals(scenario))
        .mapToDouble(run -> run.value(metric))
        .toArray();
  }

  /** A CSV line for each scenario, policy and metric. */
  public String csv() {
    StringBuilder text = new StringBuilder("scenario,policy,metric,seeds,mean,half_width_95\n");
    experiment.keys().stream()
        .filter(key -> key.seed() == 1)
        .forEach(key -> AuctionMetrics.all().forEach(metric -> append(text, key, metric)));
    return text.toString();
  }

  private void append(StringBuilder text, AuctionExperiment.Key key, String metric) {
    Sample sample = of(key.scenario(), key.policy(), metric);
    text.append(
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%s\n",
            key.scenario().id(),
            key.policy(),
            metric,
            sample.csvCells()));
  }
}
