package tender.experiments.offers;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of an experiment, aggregated over its seeds. */
public final class OffersSummary extends ExperimentSummary<OffersExperiment, OffersRunKey> {
  public OffersSummary(OffersExperiment experiment, List<MeasuredRun<OffersRunKey>> runs) {
    super(experiment, OffersRunner.file(experiment), runs);
  }

  public Sample of(SchemaSpec schema, PolicySpec policy, ScopedMetric column) {
    return Sample.of(values(schema, policy, column));
  }

  /** Compares two policies seed by seed; both had the same deadlines. */
  public Sample compare(
      SchemaSpec schema,
      PolicySpec one,
      PolicySpec other,
      ScopedMetric column,
      DoubleBinaryOperator comparison) {
    return compare(values(schema, one, column), values(schema, other, column), comparison);
  }

  /** Compares two schemas under one policy, seed by seed. */
  public Sample compare(
      SchemaSpec one,
      SchemaSpec other,
      PolicySpec policy,
      ScopedMetric column,
      DoubleBinaryOperator comparison) {
    return compare(values(one, policy, column), values(other, policy, column), comparison);
  }

  @Override
  public String csv() {
    return csv(
        "seeds,mean,standard_deviation,confidence_low,confidence_high",
        sample ->
            String.format(
                Locale.ROOT,
                "%d,%.6f,%.6f,%s,%s",
                sample.size(),
                sample.mean(),
                sample.standardDeviation(),
                bound(sample.low()),
                bound(sample.high())));
  }

  /** Empty for a single seed, which gives no interval. */
  private static String bound(double value) {
    return Double.isInfinite(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
  }

  private double[] values(SchemaSpec schema, PolicySpec policy, ScopedMetric column) {
    return values(key -> key.schema().equals(schema) && key.policy().equals(policy), column.id());
  }
}
