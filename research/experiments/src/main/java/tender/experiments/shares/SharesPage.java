package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;

/** The report of the experiment as one self-contained HTML page. */
public final class SharesPage {
  private SharesPage() {}

  /**
   * The page.
   *
   * @param charts by file name
   */
  public static String write(
      SharesSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      Manifest manifest) {
    HtmlPage page = new HtmlPage("Proportional share by bids");
    page.paper(
        "Five resources of two domains, ten users with 50 tasks each and ten hours, "
            + summary.experiment().seeds()
            + " seeds for the lengths of tasks. ± and error bars are half-widths of 95 % confidence"
            + " intervals.",
        claims,
        charts);
    for (Interpretation interpretation : Interpretation.values()) {
      page.heading(interpretation.title());
      page.table(table(summary, interpretation));
    }
    return page.end(manifest);
  }

  private static List<List<String>> table(SharesSummary summary, Interpretation interpretation) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("user", "domain", "policy", "hours", "cost, G$", "tasks in other domain"));
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      rows.add(
          List.of(
              user.name(),
              user.domain(),
              user.policy().title,
              summary.of(interpretation, SharesMetrics.hours(user.name())).text(2),
              summary.of(interpretation, SharesMetrics.cost(user.name())).text(0),
              summary.of(interpretation, SharesMetrics.foreignTasks(user.name())).text(1)));
    }
    return rows;
  }
}
