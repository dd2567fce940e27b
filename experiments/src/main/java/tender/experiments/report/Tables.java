package tender.experiments.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.experiments.claims.Claim;
import tender.experiments.definition.ClusterUse;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.definition.TraceUse;
import tender.experiments.run.Column;
import tender.experiments.statistics.Sample;
import tender.experiments.statistics.Summary;
import tender.experiments.workload.Workload;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.ScaledTrace;

/** Tables as rows of cells, the first row being the heading. */
public final class Tables {
  private static final long DAY_SECONDS = 24 * 60 * 60;

  private Tables() {}

  /** What Table 2 of the paper tells of a workload, and what was done to the trace. */
  public static List<List<String>> workload(Workload workload) {
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
    Experiment experiment = workload.experiment();
    for (int i = 0; i < experiment.clusters().size(); i++) {
      ClusterUse cluster = experiment.clusters().get(i);
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
      String where, TraceUse use, int processors, ScaledTrace jobs, int days) {
    long seconds = days * DAY_SECONDS;
    return List.of(
        where,
        use.trace(),
        Integer.toString(processors),
        String.format(Locale.ROOT, "%,d", jobs.jobs().size()),
        format("%.2f", LoadMeasure.ESTIMATE.load(jobs.jobs(), processors, seconds)),
        format("%.2f", LoadMeasure.RUN_TIME.load(jobs.jobs(), processors, seconds)),
        use.filter().leastProcessors() + "–" + use.filter().mostProcessors(),
        use.filter().shortestSeconds() / 3_600 + "–" + use.filter().longestSeconds() / 3_600 + " h",
        use.firstDay() + "–" + (use.firstDay() + Math.ceilDiv(jobs.spanSeconds(), DAY_SECONDS)));
  }

  /** Mean and standard deviation of everything. */
  static List<List<String>> results(Summary summary, Schema schema) {
    List<List<String>> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("metric"));
    summary.experiment().policies().forEach(policy -> heading.add(policy.title()));
    rows.add(heading);
    for (Column column : Column.ALL) {
      List<String> row = new ArrayList<>();
      row.add(column.id().replace('_', ' '));
      for (Policy policy : summary.experiment().policies()) {
        Sample sample = summary.of(schema, policy, column);
        row.add(number(sample.mean()) + " ± " + number(sample.standardDeviation()));
      }
      rows.add(row);
    }
    return rows;
  }

  /** The claims, each with its verdict. */
  static List<List<String>> claims(List<Claim> claims) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "claim", "paper", "ours", "verdict", "why"));
    for (Claim claim : claims) {
      rows.add(
          List.of(
              claim.id(),
              claim.claim(),
              claim.paper(),
              claim.ours(),
              claim.verdict().toString(),
              claim.why()));
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
