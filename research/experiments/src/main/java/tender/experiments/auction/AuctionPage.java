package tender.experiments.auction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;

/** The report of the experiment as one self-contained HTML page. */
public final class AuctionPage {
  private static final List<String> SHOWN =
      List.of(
          AuctionMetrics.SUCCESS_PERCENT,
          AuctionMetrics.POSSIBLE_PERCENT,
          AuctionMetrics.LATE_PERCENT,
          AuctionMetrics.WORK_PERCENT,
          AuctionMetrics.WAIT_SECONDS,
          AuctionMetrics.LOAD_PERCENT,
          AuctionMetrics.LOAD_DEVIATION);

  private AuctionPage() {}

  /**
   * The page.
   *
   * @param charts by file name
   */
  public static String write(
      AuctionSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      List<List<String>> optimum,
      Manifest manifest) {
    AuctionExperiment experiment = summary.experiment();
    HtmlPage page = new HtmlPage("A double auction for rigid jobs");
    page.paper(
        "Ten sites of the European Data Grid, jobs of LLNL Thunder from its second week with"
            + " submission times divided by a thousand, "
            + experiment.seeds()
            + " seeds for deadlines, valuations and prices. ± and error bars are half-widths of 95 %"
            + " confidence intervals.",
        claims,
        charts);
    page.heading(experiment.jobs() + " jobs");
    page.table(table(summary));
    page.heading("One cycle: jobs placed in time, % of the largest possible number");
    page.table(optimum);
    return page.end(manifest);
  }

  private static List<List<String>> table(AuctionSummary summary) {
    List<List<String>> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("policy"));
    SHOWN.forEach(metric -> heading.add(metric.replace('_', ' ')));
    rows.add(heading);
    for (String policy : summary.experiment().policies(summary.experiment().standard())) {
      List<String> row = new ArrayList<>(List.of(policy));
      SHOWN.forEach(
          metric -> row.add(summary.of(summary.experiment().standard(), policy, metric).text(1)));
      rows.add(row);
    }
    return rows;
  }
}
