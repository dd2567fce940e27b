package tender.cli.experiment;

import java.util.Locale;
import tender.cli.output.Page;
import tender.cli.output.Table;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.run.Column;
import tender.experiments.run.Load;
import tender.experiments.run.Quantity;
import tender.experiments.statistics.Sample;
import tender.experiments.statistics.Summary;

/** The answer for people. */
final class ExperimentReport {
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
      ClaimsReport.print(page, result.claims(), summary.experiment().seeds());
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
