package tender.experiments.offers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.experiments.definition.ClusterSpec;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.definition.TraceSpec;
import tender.experiments.statistics.Sample;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.ScaledTrace;

/** The tables of an offers experiment as rows of cells; the first row is the heading. */
public final class OffersTables {
  private static final long DAY_SECONDS = 24 * 60 * 60;

  private OffersTables() {}

  /** Table 2 of the paper for our workload, with the days of the trace that were used. */
  public static List<List<String>> workload(OffersWorkload workload) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "where",
            "trace",
            "processors",
            "jobs",
            "load by estimates",
            "load by run times",
            "widths",
            "estimates",
            "days of the trace"));
    OffersExperiment experiment = workload.experiment();
    for (int i = 0; i < experiment.clusters().size(); i++) {
      ClusterSpec cluster = experiment.clusters().get(i);
      rows.add(
          workloadRow(
              cluster.id(),
              cluster.local(),
              cluster.processors(),
              workload.local().get(i),
              experiment.days()));
    }
    rows.add(
        workloadRow(
            "external",
            experiment.external(),
            experiment.processors(),
            workload.external(),
            experiment.days()));
    return rows;
  }

  private static List<String> workloadRow(
      String where, TraceSpec spec, int processors, ScaledTrace jobs, int days) {
    long seconds = days * DAY_SECONDS;
    return List.of(
        where,
        spec.trace(),
        Integer.toString(processors),
        String.format(Locale.ROOT, "%,d", jobs.jobs().size()),
        format("%.2f", LoadMeasure.ESTIMATE.load(jobs.jobs(), processors, seconds)),
        format("%.2f", LoadMeasure.RUN_TIME.load(jobs.jobs(), processors, seconds)),
        spec.filter().minProcessors() + "–" + spec.filter().maxProcessors(),
        spec.filter().minEstimateSeconds() / 3_600
            + "–"
            + spec.filter().maxEstimateSeconds() / 3_600
            + " h",
        spec.firstDay() + "–" + (spec.firstDay() + Math.ceilDiv(jobs.spanSeconds(), DAY_SECONDS)));
  }

  /** Mean and standard deviation of every metric. */
  static List<List<String>> results(OffersSummary summary, SchemaSpec schema) {
    List<List<String>> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("metric"));
    summary.experiment().policies().forEach(policy -> heading.add(policy.title()));
    rows.add(heading);
    for (ScopedMetric column : ScopedMetric.ALL) {
      List<String> row = new ArrayList<>();
      row.add(column.id().replace('_', ' '));
      for (PolicySpec policy : summary.experiment().policies()) {
        Sample sample = summary.of(schema, policy, column);
        row.add(number(sample.mean()) + " ± " + number(sample.standardDeviation()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static String number(double value) {
    return format(Math.abs(value) >= 1_000 ? "%,.0f" : "%.2f", value);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
