package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;

/** One HTML page with everything about the experiment. */
public final class SharesPage {
  private SharesPage() {}

  /**
   * The page.
   *
   * @param charts by the names of their files
   */
  public static String write(
      SharesSummary summary, List<PaperClaim> claims, Map<String, String> charts, Manifest manifest) {
    HtmlPage page = new HtmlPage("Proportional share by bids");
    page.paragraph(
        "faint",
        "Five resources of two domains, ten users with 50 tasks each and ten hours, "
            + summary.experiment().seeds()
            + " seeds for the lengths of tasks. ± and whiskers are half of a 95 % interval.");
    page.heading("Claims");
    page.claims(claims);
    page.heading("Charts");
    page.figures(charts);
    for (Interpretation reading : Interpretation.values()) {
      page.heading(reading.title());
      page.table(table(summary, reading));
    }
    page.manifest(manifest);
    return page.end();
  }

  private static List<List<String>> table(SharesSummary summary, Interpretation reading) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("user", "domain", "policy", "hours", "cost, G$", "tasks in other domain"));
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      rows.add(
          List.of(
              user.name(),
              user.domain(),
              user.policy().title,
              summary.of(reading, SharesMetrics.hours(user.name())).text(2),
              summary.of(reading, SharesMetrics.cost(user.name())).text(0),
              summary.of(reading, SharesMetrics.foreignTasks(user.name())).text(1)));
    }
    return rows;
  }
}
