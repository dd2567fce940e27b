package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;

/** The report of the experiment as one self-contained HTML page. */
public final class ReschedulingPage {
  /** The metrics in the tables, which are at one of the overestimations of the paper's Table IV. */
  private static final List<ReschedulingMetric> SHOWN =
      List.of(
          ReschedulingMetric.STRETCH,
          ReschedulingMetric.STRETCH_BY_TASK,
          ReschedulingMetric.STRETCH_BY_WORK,
          ReschedulingMetric.STRETCH_BOUNDED,
          ReschedulingMetric.RESPONSE_SECONDS,
          ReschedulingMetric.SLOWDOWN,
          ReschedulingMetric.CLUSTERS_PER_BAG,
          ReschedulingMetric.UTILISATION_PERCENT,
          ReschedulingMetric.PROMISED_OVER_REAL);

  private ReschedulingPage() {}

  /**
   * The page.
   *
   * @param charts by file name
   */
  public static String write(
      ReschedulingSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      Manifest manifest) {
    ReschedulingExperiment experiment = summary.experiment();
    HtmlPage page = new HtmlPage("Coordinated rescheduling of bags of tasks");
    page.paper(
        ("Four clusters of %s processors, %s days, %s workloads of the model of Lublin"
                + " and Feitelson. ± and error bars are half-widths of 95 %% confidence intervals.")
            .formatted(experiment.processorsPerCluster(), experiment.days(), experiment.seeds()),
        claims,
        charts);
    page.heading("The claims on rescheduling under every reading");
    page.table(ReadingsTable.rows(summary));
    for (ClusterEnvironment environment : ClusterEnvironment.values()) {
      page.heading(environment.title() + ", overestimation of 100 %");
      page.table(table(summary.under(ReschedulingReading.TEXT), environment));
    }
    return page.end(manifest);
  }

  private static List<List<String>> table(ReadingSummary summary, ClusterEnvironment environment) {
    List<List<String>> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("scheme"));
    SHOWN.forEach(metric -> heading.add(metric.id().replace('_', ' ')));
    rows.add(heading);
    for (ReschedulingScheme scheme : ReschedulingScheme.values()) {
      if (scheme.includes(environment, ReschedulingReading.MAIN_PERCENT)) {
        List<String> row = new ArrayList<>(List.of(scheme.title()));
        SHOWN.forEach(
            metric ->
                row.add(
                    summary
                        .of(environment, scheme, ReschedulingReading.MAIN_PERCENT, metric)
                        .text(2)));
        rows.add(row);
      }
    }
    return rows;
  }
}
