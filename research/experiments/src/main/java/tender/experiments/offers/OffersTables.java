package tender.experiments.offers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tender.experiments.definition.ClusterSpec;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.definition.TraceSpec;
import tender.experiments.statistics.Sample;
import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.TraceJob;

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
    int days = workload.experiment().days();
    for (Row row : rows(workload)) {
      row.windows.used().forEach(window -> rows.add(workloadRow(row, window, days)));
    }
    return rows;
  }

  /** A trace of the workload: the local jobs of a cluster, or the bags. */
  private record Row(String where, TraceSpec spec, int processors, TraceWindows windows) {}

  private static List<Row> rows(OffersWorkload workload) {
    OffersExperiment experiment = workload.experiment();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < experiment.clusters().size(); i++) {
      ClusterSpec cluster = experiment.clusters().get(i);
      rows.add(
          new Row(cluster.id(), cluster.local(), cluster.processors(), workload.local().get(i)));
    }
    rows.add(
        new Row("external", experiment.external(), experiment.processors(), workload.external()));
    return rows;
  }

  private static List<String> workloadRow(Row row, CandidateWindow window, int days) {
    List<TraceJob> jobs = window.selected().jobs();
    long seconds = days * DAY_SECONDS;
    JobFilter filter = row.spec.filter();
    return List.of(
        row.where,
        row.spec.trace(),
        Integer.toString(row.processors),
        String.format(Locale.ROOT, "%,d", jobs.size()),
        format("%.2f", LoadMeasure.ESTIMATE.load(jobs, row.processors, seconds)),
        format("%.2f", LoadMeasure.RUN_TIME.load(jobs, row.processors, seconds)),
        filter.minProcessors() + "–" + window.widest(),
        filter.minEstimateSeconds() / 3_600 + "–" + filter.maxEstimateSeconds() / 3_600 + " h",
        window.firstDay()
            + "–"
            + (window.firstDay() + Math.ceilDiv(window.selected().spanSeconds(), DAY_SECONDS)));
  }

  /** All windows that were compared with the paper's as CSV, and whether the runs use them. */
  public static String windowsCsv(OffersWorkload workload) {
    StringBuilder csv = new StringBuilder("where,trace,first_day,jobs,load,widest,used\n");
    for (Row row : rows(workload)) {
      Set<Integer> used =
          row.windows.used().stream().map(CandidateWindow::firstDay).collect(Collectors.toSet());
      for (CandidateWindow window : row.windows.candidates()) {
        csv.append(
            String.join(
                ",",
                row.where,
                row.spec.trace(),
                Integer.toString(window.firstDay()),
                Integer.toString(window.jobs()),
                format("%.3f", window.selected().load()),
                Integer.toString(window.widest()),
                used.contains(window.firstDay()) ? "yes" : "no"));
        csv.append('\n');
      }
    }
    return csv.toString();
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
