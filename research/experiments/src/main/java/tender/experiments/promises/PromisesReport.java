package tender.experiments.promises;

import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.experiments.statistics.Sample;

/** How promises were kept, as tables in Markdown and as a page. */
public final class PromisesReport {
  private static final String TITLE = "How promises are kept";

  private final PromisesSummary summary;

  public PromisesReport(PromisesSummary summary) {
    this.summary = summary;
  }

  /** The goals and the tables of the policy that the document shows, in Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder(markdown(goals()));
    for (String policy : summary.experiment().policies()) {
      text.append("\n### Policy `" + policy + "`\n\n").append(markdown(rows(policy)));
    }
    return text.toString();
  }

  /** Everything on one page, which needs no other file. */
  public String page(Manifest manifest) {
    HtmlPage page = new HtmlPage(TITLE);
    page.heading("Goals");
    page.table(goals());
    for (String policy : summary.experiment().policies()) {
      page.heading("Policy " + policy);
      page.table(rows(policy));
    }
    page.manifest(manifest);
    return page.end();
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
    for (PromisesSummary.Cell cell : summary.cells()) {
      if (cell.policy().equals(policy)) {
        rows.add(row(cell));
      }
    }
    return rows;
  }

  private List<String> row(PromisesSummary.Cell cell) {
    return List.of(
        cell.market().title(),
        cell.estimateError().title(),
        cell.siteKind().title(),
        shown(cell, PromiseMetric.KEPT, 1),
        shown(cell, PromiseMetric.TIGHTNESS, 2),
        shown(cell, PromiseMetric.TIGHTNESS_WORST_TENTH, 2),
        shown(cell, PromiseMetric.LIKELY_90_KEPT, 1),
        shown(cell, PromiseMetric.LIKELY_90_TIGHTNESS, 2),
        shown(cell, PromiseMetric.LIKELY_95_KEPT, 1),
        shown(cell, PromiseMetric.LIKELY_95_TIGHTNESS, 2));
  }

  /** The mean and half of the interval in which it lies with a confidence of 95 %. */
  private String shown(PromisesSummary.Cell cell, PromiseMetric measure, int decimals) {
    Sample sample = summary.of(cell, measure);
    String number = "%." + decimals + "f";
    return Double.isInfinite(sample.halfWidth())
        ? String.format(Locale.ROOT, number, sample.mean())
        : String.format(Locale.ROOT, number + " ± " + number, sample.mean(), sample.halfWidth());
  }

  private static String markdown(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append("| " + String.join(" | ", rows.get(i)) + " |\n");
      if (i == 0) {
        text.append("|" + "---|".repeat(rows.getFirst().size()) + "\n");
      }
    }
    return text.toString();
  }
}
