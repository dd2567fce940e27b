package tender.experiments.budget;

import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;

/** The report of the experiment as one self-contained HTML page. */
public final class BudgetPage {
  private BudgetPage() {}

  /**
   * The page.
   *
   * @param charts by file name
   */
  public static String write(
      BudgetSummary summary,
      List<PaperClaim> claims,
      Map<String, String> charts,
      Manifest manifest) {
    HtmlPage page = new HtmlPage("Deadline and budget for bags of tasks");
    page.paper(
        "Ten resources, five inputs, job lengths drawn around their average with "
            + summary.experiment().seeds()
            + " seeds. In claims, ± is the half-width of a 95 % confidence interval; in tables and"
            + " charts, one standard deviation.",
        claims,
        charts);
    page.heading("Inputs, with the bounds of the first seed");
    page.table(BudgetTables.inputs());
    page.heading("Results");
    page.table(BudgetTables.results(summary, BudgetExperiment.standard()));
    for (BudgetExperiment.Variant variant : BudgetExperiment.variants()) {
      page.heading("Variant: " + variant.title());
      page.table(BudgetTables.results(summary, variant.scenarios()));
    }
    for (ResourcePower power : ResourcePower.values()) {
      for (double budgetFactor : BudgetExperiment.budgetFactors()) {
        page.heading("B_factor " + budgetFactor + ", " + power.title());
        page.table(BudgetTables.results(summary, BudgetExperiment.standard(budgetFactor, power)));
      }
    }
    return page.end(manifest);
  }
}
