package tender.experiments.offers;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.experiments.claims.PaperClaim;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;
import tender.experiments.run.TraceFolder;

/** The report of an offers experiment as one self-contained HTML page. */
public final class OffersPage {
  private final OffersWorkload workload;
  private final OffersSummary summary;
  private final Manifest manifest;
  private final HtmlPage html;

  public OffersPage(OffersWorkload workload, OffersSummary summary, Manifest manifest) {
    this.workload = workload;
    this.summary = summary;
    this.manifest = manifest;
    html = new HtmlPage(summary.experiment().title());
  }

  /**
   * The page.
   *
   * @param charts by file name
   * @param claims empty unless the experiment reproduces a paper
   */
  public String write(Map<String, String> charts, List<PaperClaim> claims) {
    OffersExperiment experiment = summary.experiment();
    html.paragraph(
        "faint",
        ("%s clusters with %s processors, %s days, %s deadline schemas, %s policies, %s"
                + " seeds. Bars are means over the seeds, error bars one standard deviation.")
            .formatted(
                experiment.clusters().size(),
                experiment.processors(),
                experiment.days(),
                experiment.schemas().size(),
                experiment.policies().size(),
                experiment.seeds()));
    if (!claims.isEmpty()) {
      html.heading("Claims");
      html.claims(claims);
      html.paragraph("faint", "± is the half-width of the 95 % confidence interval.");
    }
    writeCharts(charts);
    html.heading("Workload");
    html.table(OffersTables.workload(workload));
    for (SchemaSpec schema : experiment.schemas()) {
      html.heading("All figures, " + schema.title());
      html.table(OffersTables.results(summary, schema));
    }
    html.paragraph("faint", "Mean ± standard deviation over the seeds.");
    writeAcknowledgements();
    return html.end(manifest);
  }

  private void writeCharts(Map<String, String> charts) {
    html.heading("Charts");
    for (OffersFigure figure : OffersFigure.values()) {
      html.figure(
          Objects.requireNonNull(charts.get(figure.fileName() + ".svg")),
          "The paper's Figure " + figure.number + ". " + caption(figure));
    }
  }

  private static String caption(OffersFigure figure) {
    return switch (figure) {
      case JOBS_DELAYED -> "Jobs that got a later deadline than requested.";
      case WORK_DELAYED -> "Their share of all work, processors times run time.";
      case WEIGHTED_DELAY -> "Delay in percent of the requested time, weighted by processors.";
      case CLUSTERS -> "Number of clusters that run a part of a bag.";
      case UTILISATION -> "Processor time used until the last day.";
    };
  }

  /** The archive asks figures to acknowledge a trace's contributors and to keep its terms. */
  private void writeAcknowledgements() {
    html.heading("Acknowledgements");
    html.paragraph(
        "",
        "The traces are from the Parallel Workloads Archive, maintained by Dror Feitelson. We thank"
            + " the people who contributed them:");
    html.list(workload.traces().stream().map(OffersPage::acknowledgement).toList());
    for (TraceFolder.Trace trace : workload.traces()) {
      for (String notice : trace.content().header().notices()) {
        html.details("Terms of " + trace.name(), notice);
      }
    }
  }

  private static String acknowledgement(TraceFolder.Trace trace) {
    String people = String.join("; ", trace.content().header().acknowledgements());
    return people.isEmpty() ? trace.name() : trace.name() + ": " + people;
  }
}
