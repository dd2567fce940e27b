package tender.experiments.statistics;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.run.Column;
import tender.experiments.run.RunResult;

/** The results of an experiment, taken together over its seeds. */
public final class Summary {
  private final Experiment experiment;
  private final List<RunResult> results;

  public Summary(Experiment experiment, List<RunResult> results) {
    this.experiment = experiment;
    this.results = List.copyOf(results);
  }

  public Experiment experiment() {
    return experiment;
  }

  public Sample of(Schema schema, Policy policy, Column column) {
    return Sample.of(values(schema, policy, column));
  }

  /** Compares two policies seed by seed, which both had the same deadlines. */
  public Sample compare(
      Schema schema,
      Policy one,
      Policy other,
      Column column,
      ToDoubleBiFunction<Double, Double> comparison) {
    return pairs(values(schema, one, column), values(schema, other, column), comparison);
  }

  /** Compares two schemas under one policy, seed by seed. */
  public Sample compare(
      Schema one,
      Schema other,
      Policy policy,
      Column column,
      ToDoubleBiFunction<Double, Double> comparison) {
    return pairs(values(one, policy, column), values(other, policy, column), comparison);
  }

  /** Of each schema, policy and column a line of comma-separated values. */
  public String text() {
    StringBuilder text =
        new StringBuilder(
            "experiment,schema,policy,metric,seeds,mean,standard_deviation,confidence_low,"
                + "confidence_high\n");
    for (Schema schema : experiment.schemas()) {
      for (Policy policy : experiment.policies()) {
        for (Column column : Column.ALL) {
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

  /** Empty where a single seed bounds nothing. */
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

  /** In the order of the seeds. */
  private double[] values(Schema schema, Policy policy, Column column) {
    return results.stream()
        .filter(r -> r.key().schema().equals(schema) && r.key().policy().equals(policy))
        .mapToDouble(result -> result.value(column))
        .toArray();
  }
}
