package tender.experiments.offers;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.statistics.Sample;

/** The results of an experiment, aggregated over its seeds. */
public final class OffersSummary {
  private final OffersExperiment experiment;
  private final List<OffersRunResult> results;

  public OffersSummary(OffersExperiment experiment, List<OffersRunResult> results) {
    this.experiment = experiment;
    this.results = List.copyOf(results);
  }

  public OffersExperiment experiment() {
    return experiment;
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
      ToDoubleBiFunction<Double, Double> comparison) {
    return pairs(values(schema, one, column), values(schema, other, column), comparison);
  }

  /** Compares two schemas under one policy, seed by seed. */
  public Sample compare(
      SchemaSpec one,
      SchemaSpec other,
      PolicySpec policy,
      ScopedMetric column,
      ToDoubleBiFunction<Double, Double> comparison) {
    return pairs(values(one, policy, column), values(other, policy, column), comparison);
  }

  /** A CSV line for each schema, policy and metric. */
  public String csv() {
    StringBuilder text =
        new StringBuilder(
            "experiment,schema,policy,metric,seeds,mean,standard_deviation,confidence_low,"
                + "confidence_high\n");
    for (SchemaSpec schema : experiment.schemas()) {
      for (PolicySpec policy : experiment.policies()) {
        for (ScopedMetric column : ScopedMetric.ALL) {
          Sample sample = of(schema, policy, column);
          text.append(
              String.format(
                  Locale.ROOT,
                  "%s,%s,%s,%s,%d,%.6f,%.6f,%s,%s\n",
                  experiment.name(),
                  schema.id(),
                  policy.id(),
                  column.id(),
                  sample.size(),
                  sample.mean(),
                  sample.standardDeviation(),
                  bound(sample.low()),
                  bound(sample.high())));
        }
      }
    }
    return text.toString();
  }

  /** Empty for a single seed, which gives no interval. */
  private static String bound(double value) {
    return Double.isInfinite(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
  }

  private static Sample pairs(
      double[] ones, double[] others, ToDoubleBiFunction<Double, Double> comparison) {
    double[] compared = new double[ones.length];
    for (int i = 0; i < compared.length; i++) {
      compared[i] = comparison.applyAsDouble(ones[i], others[i]);
    }
    return Sample.of(compared);
  }

  /** The values in the order of the seeds. */
  private double[] values(SchemaSpec schema, PolicySpec policy, ScopedMetric column) {
    return results.stream()
        .filter(r -> r.key().schema().equals(schema) && r.key().policy().equals(policy))
        .mapToDouble(result -> result.value(column))
        .toArray();
  }
}
