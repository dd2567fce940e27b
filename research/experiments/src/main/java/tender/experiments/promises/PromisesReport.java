package tender.experiments.promises;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;
import tender.experiments.report.MarkdownTable;
import tender.experiments.statistics.Sample;

/** The report of the promises experiment, as Markdown tables and as an HTML page. */
public final class PromisesReport {
  private static final String TITLE = "How promises are kept";

  private final PromisesSummary summary;

  public PromisesReport(PromisesSummary summary) {
    this.summary = summary;
  }

  /** The goals and a table for each policy, in Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder(MarkdownTable.of(goals()));
    for (String policy : summary.experiment().policies()) {
      text.append("\n### Policy `" + policy + "`\n\n").append(MarkdownTable.of(rows(policy)));
    }
    return text.toString();
  }

  /** A self-contained HTML page. */
  public String page(Manifest manifest) {
    HtmlPage page = new HtmlPage(TITLE);
    page.heading("Goals");
    page.table(goals());
    for (String policy : summary.experiment().policies()) {
      page.heading("Policy " + policy);
      page.table(rows(policy));
    }
    return page.end(manifest);
  }

  private List<List<String>> goals() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("goal", "of which cells", "reached in", "lowest", "highest"));
    PromiseGoal.all(summary).forEach(goal -> rows.add(goal.row()));
    return rows;
  }

  private List<List<String>> rows(String policy) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "log",
            "estimates",
            "sites",
            "kept %",
            "tightness",
            "worst tenth",
            "90 %: kept",
            "tightness",
            "95 %: kept",
            "tightness"));
    for (PromisesExperiment.Key cell : summary.cells()) {
      if (cell.policy().equals(policy)) {
        rows.add(row(cell));
      }
    }
    return rows;
  }

  private List<String> row(PromisesExperiment.Key cell) {
    return List.of(
        cell.market().title(),
        cell.estimateError().title(),
        cell.siteKind().title(),
        meanText(cell, PromiseMetric.KEPT, 1),
        meanText(cell, PromiseMetric.TIGHTNESS, 2),
        meanText(cell, PromiseMetric.TIGHTNESS_WORST_TENTH, 2),
        meanText(cell, PromiseMetric.LIKELY_90_KEPT, 1),
        meanText(cell, PromiseMetric.LIKELY_90_TIGHTNESS, 2),
        meanText(cell, PromiseMetric.LIKELY_95_KEPT, 1),
        meanText(cell, PromiseMetric.LIKELY_95_TIGHTNESS, 2));
  }

  /** The mean and the half-width of its 95 % confidence interval. */
  private String meanText(PromisesExperiment.Key cell, PromiseMetric metric, int decimals) {
    Sample sample = summary.of(cell, metric);
    String number = "%." + decimals + "f";
    return Double.isInfinite(sample.halfWidth())
        ? String.format(Locale.ROOT, number, sample.mean())
        : String.format(Locale.ROOT, number + " ± " + number, sample.mean(), sample.halfWidth());
  }
}
