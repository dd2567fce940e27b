package tender.experiments.offers;

import tender.experiments.report.Html;
import tender.experiments.report.HtmlPage;
import tender.experiments.report.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.experiments.claims.PaperClaim;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.run.TraceFolder;

/** One HTML page with everything about an experiment; it needs no script and no other file. */
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
   * @param charts by the names of their files
   * @param claims none, if the experiment is nobody's claim
   */
  public String write(Map<String, String> charts, List<PaperClaim> claims) {
    OffersExperiment experiment = summary.experiment();
    html.paragraph(
        "faint",
        experiment.clusters().size()
            + " clusters with "
            + experiment.processors()
            + " processors, "
            + experiment.days()
            + " days, "
            + experiment.schemas().size()
            + " deadline schemas, "
            + experiment.policies().size()
            + " policies, "
            + experiment.seeds()
            + " seeds. Bars are means over the seeds, whiskers one standard deviation.");
    if (!claims.isEmpty()) {
      html.heading("Claims");
      html.claims(claims);
      html.paragraph("faint", "± is half of an interval that holds the mean with 95 % confidence.");
    }
    writeCharts(charts);
    html.heading("Workload");
    html.table(OffersTables.workload(workload));
    for (SchemaSpec schema : experiment.schemas()) {
      html.heading("All figures, " + schema.title());
      html.table(OffersTables.results(summary, schema));
    }
    html.paragraph("faint", "Mean ± standard deviation over the seeds.");
    writeThanks();
    html.manifest(manifest);
    return html.end();
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
      case JOBS_DELAYED -> "Jobs that got a later deadline than they asked for.";
      case WORK_DELAYED -> "Their part of all work, processors times run time.";
      case WEIGHTED_DELAY -> "How much later, in percent of what was asked, times processors.";
      case CLUSTERS -> "How many clusters do a part of a bag.";
      case UTILISATION -> "Processors' time used until the last day.";
    };
  }

  /** Who shows a figure made from a log thanks its people, and keeps its terms. */
  private void writeThanks() {
    html.heading("Thanks");
    html.paragraph(
        "",
        "The logs are from the Parallel Workloads Archive, which Dror Feitelson keeps. Our thanks go"
            + " to the people who gave them:");
    html.add("<ul>\n");
    for (TraceFolder.Trace trace : workload.traces()) {
      String people = String.join("; ", trace.content().header().acknowledgements());
      String thanks = people.isEmpty() ? trace.name() : trace.name() + ": " + people;
      html.add("<li>" + Html.escape(thanks) + "</li>\n");
    }
    html.add("</ul>\n");
    for (TraceFolder.Trace trace : workload.traces()) {
      for (String notice : trace.content().header().notices()) {
        html.add("<details><summary>Terms of " + Html.escape(trace.name()) + "</summary>");
        html.add("<pre>" + Html.escape(notice) + "</pre></details>\n");
      }
    }
  }
}
