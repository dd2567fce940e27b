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

  public Sample of(AuctionScenario scenario, String policy, String measure) {
    return Sample.of(values(scenario, policy, measure));
  }

  /** By how much a measure is above that of another policy. */
  Sample difference(AuctionScenario scenario, String policy, String other, String measure) {
    double[] ones = values(scenario, policy, measure);
    double[] others = values(scenario, other, measure);
    return Sample.of(
        IntStream.range(0, ones.length).mapToDouble(seed -> ones[seed] - others[seed]).toArray());
  }

  /** How many times a measure of another policy it is. */
  Sample ratio(AuctionScenario scenario, String policy, String other, String measure) {
    double[] ones = values(scenario, policy, measure);
    double[] others = values(scenario, other, measure);
    return Sample.of(
        IntStream.range(0, ones.length).mapToDouble(seed -> ones[seed] / others[seed]).toArray());
  }

  /** In the order of the seeds. */
  private double[] values(AuctionScenario scenario, String policy, String measure) {
    return runs.stream()
        .filter(run -> run.key().policy().equals(policy))
        .filter(run -> run.key().scenario().equals(scenario))
        .mapToDouble(run -> run.value(measure))
        .toArray();
  }

  /** Of each setting, policy and measure a line of comma-separated values. */
  public String csv() {
    StringBuilder text = new StringBuilder("scenario,policy,metric,seeds,mean,half_width_95\n");
    experiment.keys().stream()
        .filter(key -> key.seed() == 1)
        .forEach(key -> AuctionMetrics.all().forEach(measure -> append(text, key, measure)));
    return text.toString();
  }

  private void append(StringBuilder text, AuctionExperiment.Key key, String measure) {
    Sample sample = of(key.scenario(), key.policy(), measure);
    text.append(
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%s\n",
            key.scenario().id(),
            key.policy(),
            measure,
            sample.csvCells()));
  }
}
