package tender.research.reproduce;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import tender.experiments.day.DayExperiment;
import tender.experiments.day.DayMeasures;
import tender.experiments.day.DayPolicy;
import tender.experiments.day.DayResults;
import tender.experiments.day.DayRun;
import tender.experiments.statistics.Sample;

/**
 * The JSON output of {@code tender-research reproduce day}; response times are in seconds, prices
 * in credits for an hour of a reference processor.
 */
record DayAnswer(
    int providers,
    int bags,
    int comparedProviders,
    int seeds,
    BigDecimal seconds,
    List<RunAnswer> runs,
    List<LossAnswer> losses) {

  /**
   * One simulated day.
   *
   * @param sample a sample of its bags, and the same bags with the offers of all providers
   */
  record RunAnswer(
      String policy,
      int providers,
      int seed,
      MeasuresAnswer day,
      BigDecimal utilisationPercent,
      BigDecimal imbalancePoints,
      BigDecimal selectionMicros,
      Optional<SampleAnswer> sample) {}

  /** What bags got. */
  record MeasuresAnswer(
      int bags,
      BigDecimal onTimePercent,
      BigDecimal latePercent,
      BigDecimal refusedPercent,
      BigDecimal responseSeconds,
      BigDecimal pricePerHour,
      BigDecimal callsPerBag,
      BigDecimal cellCallsPerBag,
      BigDecimal messagesPerBag,
      BigDecimal partsPerBag) {}

  /** A sample of bags with the offers of the called providers and of all. */
  record SampleAnswer(MeasuresAnswer own, MeasuresAnswer callAll) {}

  /** What a policy loses compared with calls to all providers, in percent. */
  record LossAnswer(
      String policy, SpreadAnswer onTime, SpreadAnswer response, SpreadAnswer price) {}

  /** A mean with the half-width of its 95 % confidence interval, absent for a single day. */
  record SpreadAnswer(BigDecimal mean, Optional<BigDecimal> halfWidth) {
    static SpreadAnswer of(Sample sample) {
      return new SpreadAnswer(
          rounded(sample.mean()),
          sample.size() == 1 ? Optional.empty() : Optional.of(rounded(sample.halfWidth())));
    }
  }

  static DayAnswer of(DayResults results, double seconds) {
    DayExperiment experiment = results.experiment();
    return new DayAnswer(
        experiment.providers(),
        experiment.bags(),
        experiment.comparedProviders(),
        experiment.seeds(),
        rounded(seconds),
        results.runs().values().stream().map(DayAnswer::run).toList(),
        experiment.comparedPolicies().stream()
            .filter(policy -> policy.kind() != DayPolicy.Kind.ALL)
            .map(policy -> loss(policy, results.loss(policy)))
            .toList());
  }

  private static RunAnswer run(DayRun run) {
    return new RunAnswer(
        run.key().policy().title(),
        run.key().providers(),
        run.key().seed(),
        measures(run.measures()),
        rounded(run.utilisationPercent()),
        rounded(run.imbalancePoints()),
        rounded(run.selectionMicros()),
        run.sample()
            .map(sample -> new SampleAnswer(measures(sample.own()), measures(sample.all()))));
  }

  private static MeasuresAnswer measures(DayMeasures measures) {
    return new MeasuresAnswer(
        measures.bags(),
        rounded(measures.onTimePercent()),
        rounded(measures.latePercent()),
        rounded(measures.refusedPercent()),
        rounded(measures.responseSeconds()),
        rounded(measures.pricePerHour()),
        rounded(measures.callsPerBag()),
        rounded(measures.cellCallsPerBag()),
        rounded(measures.messagesPerBag()),
        rounded(measures.partsPerBag()));
  }

  private static LossAnswer loss(DayPolicy policy, DayResults.Loss loss) {
    return new LossAnswer(
        policy.title(),
        SpreadAnswer.of(loss.onTimePercent()),
        SpreadAnswer.of(loss.responsePercent()),
        SpreadAnswer.of(loss.pricePercent()));
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_EVEN);
  }
}
