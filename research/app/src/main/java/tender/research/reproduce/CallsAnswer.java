package tender.research.reproduce;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import tender.experiments.calls.CallsExperiment;
import tender.experiments.calls.CallsResult;
import tender.experiments.statistics.Sample;

/**
 * The JSON output of {@code tender-research reproduce calls}; times are in seconds, prices in
 * credits for an hour of a reference processor.
 */
record CallsAnswer(int providers, int bags, int seeds, List<NumberAnswer> results) {

  /** The means over all seeds for one number of providers that a bag calls first. */
  record NumberAnswer(
      int providersPerCall,
      BigDecimal callsPerBag,
      BigDecimal promisedPercent,
      BigDecimal onTimePercent,
      BigDecimal responseSeconds,
      BigDecimal pricePerHour) {}

  static CallsAnswer of(CallsExperiment experiment, List<CallsResult> results) {
    return new CallsAnswer(
        experiment.providers(),
        experiment.bags(),
        experiment.seeds(),
        results.stream()
            .map(
                result ->
                    new NumberAnswer(
                        result.providersPerCall(),
                        rounded(result.callsPerBag()),
                        rounded(result.promisedPercent()),
                        rounded(result.onTimePercent()),
                        rounded(result.responseSeconds()),
                        rounded(result.pricePerHour())))
            .toList());
  }

  private static BigDecimal rounded(Sample sample) {
    return BigDecimal.valueOf(sample.mean()).setScale(4, RoundingMode.HALF_EVEN);
  }
}
