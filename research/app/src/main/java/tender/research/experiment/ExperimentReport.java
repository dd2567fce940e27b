package tender.research.experiment;

import java.util.Locale;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.offers.LoadScope;
import tender.experiments.offers.OffersMetric;
import tender.experiments.offers.OffersSummary;
import tender.experiments.offers.ScopedMetric;
import tender.experiments.statistics.Sample;

/** The text output of an experiment. */
final class ExperimentReport {
  private final OffersSummary summary;

  private ExperimentReport(OffersSummary summary) {
    this.summary = summary;
  }

  static void print(TextPage page, OffersSummary summary) {
    new ExperimentReport(summary).print(page);
  }

  private void print(TextPage page) {
    long broken = broken();
    page.headline(
        broken == 0,
        summary.experiment().keys().size()
            + " runs; "
            + (broken == 0 ? "no promise was broken." : broken + " promises were broken."));
    for (SchemaSpec schema : summary.experiment().schemas()) {
      page.heading(schema.title() + ", mean ± standard deviation");
      page.table(table(schema), summary.experiment().policies());
    }
  }

  private Table<PolicySpec> table(SchemaSpec schema) {
    return new Table<PolicySpec>()
        .text("POLICY", PolicySpec::title)
        .number(
            "LOCAL DELAYED %",
            p -> cell(schema, p, LoadScope.LOCAL, OffersMetric.JOBS_DELAYED_PERCENT))
        .number(
            "EXTERNAL DELAYED %",
            p -> cell(schema, p, LoadScope.EXTERNAL, OffersMetric.JOBS_DELAYED_PERCENT))
        .number(
            "EXTERNAL DELAY", p -> cell(schema, p, LoadScope.EXTERNAL, OffersMetric.WEIGHTED_DELAY))
        .number("CLUSTERS", p -> cell(schema, p, LoadScope.EXTERNAL, OffersMetric.CLUSTERS_PER_BAG))
        .number("USED %", p -> cell(schema, p, LoadScope.GLOBAL, OffersMetric.UTILISATION_PERCENT));
  }

  private String cell(SchemaSpec schema, PolicySpec policy, LoadScope load, OffersMetric quantity) {
    Sample sample = summary.of(schema, policy, new ScopedMetric(load, quantity));
    String format = sample.mean() >= 1_000 ? "%,.0f ± %,.0f" : "%.2f ± %.2f";
    return String.format(Locale.ROOT, format, sample.mean(), sample.standardDeviation());
  }

  private long broken() {
    ScopedMetric column = new ScopedMetric(LoadScope.GLOBAL, OffersMetric.PROMISES_BROKEN);
    double broken = 0;
    for (SchemaSpec schema : summary.experiment().schemas()) {
      for (PolicySpec policy : summary.experiment().policies()) {
        Sample sample = summary.of(schema, policy, column);
        broken += sample.mean() * sample.size();
      }
    }
    return Math.round(broken);
  }
}
