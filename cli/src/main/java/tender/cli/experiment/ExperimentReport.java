package tender.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tender.cli.output.Page;
import tender.cli.output.Table;
import tender.experiments.claims.Claim;
import tender.experiments.claims.Verdict;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.run.Column;
import tender.experiments.run.Load;
import tender.experiments.run.Quantity;
import tender.experiments.statistics.Sample;
import tender.experiments.statistics.Summary;

/** The answer for people. */
final class ExperimentReport {
  private static final int WIDTH = 96;

  private final ExperimentResult result;
  private final Summary summary;

  ExperimentReport(ExperimentResult result) {
    this.result = result;
    summary = result.summary();
  }

  void print(Page page) {
    long broken = broken();
    page.answer(
        broken == 0,
        summary.experiment().keys().size()
            + " runs; "
            + (broken == 0 ? "no promise was broken." : broken + " promises were broken."));
    for (Schema schema : summary.experiment().schemas()) {
      page.heading(schema.title() + ", mean ± standard deviation");
      page.table(table(schema), summary.experiment().policies());
    }
    if (!result.claims().isEmpty()) {
      printClaims(page);
    }
    page.heading("Files");
    page.sentence("  " + result.out().resolve("report.html"));
    page.sentence("  runs.csv, summary.csv, manifest.json and the charts are beside it.");
  }

  private Table<Policy> table(Schema schema) {
    return new Table<Policy>()
        .text("POLICY", Policy::title)
        .number("LOCAL DELAYED %", p -> told(schema, p, Load.LOCAL, Quantity.JOBS_DELAYED_PERCENT))
        .number(
            "EXTERNAL DELAYED %",
            p -> told(schema, p, Load.EXTERNAL, Quantity.JOBS_DELAYED_PERCENT))
        .number("EXTERNAL DELAY", p -> told(schema, p, Load.EXTERNAL, Quantity.WEIGHTED_DELAY))
        .number("CLUSTERS", p -> told(schema, p, Load.EXTERNAL, Quantity.CLUSTERS_PER_BAG))
        .number("USED %", p -> told(schema, p, Load.GLOBAL, Quantity.UTILISATION_PERCENT));
  }

  private String told(Schema schema, Policy policy, Load load, Quantity quantity) {
    Sample sample = summary.of(schema, policy, new Column(load, quantity));
    String format = sample.mean() >= 1_000 ? "%,.0f ± %,.0f" : "%.2f ± %.2f";
    return String.format(Locale.ROOT, format, sample.mean(), sample.standardDeviation());
  }

  private void printClaims(Page page) {
    page.heading("Claims of the paper");
    page.table(
        new Table<Claim>()
            .text("", Claim::id)
            .text("CLAIM", Claim::claim)
            .text("PAPER", Claim::paper)
            .text("VERDICT", claim -> claim.verdict().toString()),
        result.claims());
    page.heading("Ours, ± half of a 95 % interval over " + summary.experiment().seeds() + " seeds");
    for (Claim claim : result.claims()) {
      printWrapped(page, claim.id() + "  " + claim.ours());
      if (claim.verdict() != Verdict.HOLDS) {
        printWrapped(page, "    " + claim.verdict() + ": " + claim.why());
      }
    }
  }

  private static void printWrapped(Page page, String sentence) {
    for (String line : wrap(sentence)) {
      page.sentence("  " + line);
    }
  }

  /** Broken between words; what follows the first line stands under its text. */
  private static List<String> wrap(String sentence) {
    List<String> lines = new ArrayList<>();
    String left = sentence;
    while (left.length() > WIDTH) {
      int space = left.lastIndexOf(' ', WIDTH);
      if (space <= 4) {
        break;
      }
      lines.add(left.substring(0, space));
      left = "    " + left.substring(space + 1);
    }
    lines.add(left);
    return lines;
  }

  private long broken() {
    Column column = new Column(Load.GLOBAL, Quantity.PROMISES_BROKEN);
    double broken = 0;
    for (Schema schema : summary.experiment().schemas()) {
      for (Policy policy : summary.experiment().policies()) {
        Sample sample = summary.of(schema, policy, column);
        broken += sample.mean() * sample.size();
      }
    }
    return Math.round(broken);
  }
}
