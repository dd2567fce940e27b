package tender.experiments.report;

import java.util.List;
import java.util.Map;
import tender.experiments.claims.Claim;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.Schema;
import tender.experiments.statistics.Summary;
import tender.experiments.workload.TraceFolder;
import tender.experiments.workload.Workload;

/** One HTML page with everything about an experiment; it needs no script and no other file. */
public final class Page {
  static final String STYLE =
      """
      <style>
      :root { color-scheme: light dark; --paper: #f6f7f9; --ink: #1b1f24; --faint: #5b6470; --line: #d9dde3; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #0d1013; --ink: #e8eaed; --faint: #9aa3ad; --line: #2c323a; }
      }
      body { background: var(--paper); color: var(--ink); margin: 0 auto; padding: 2rem 1.25rem 4rem;
        max-width: 62rem; font: 16px/1.55 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
      h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .4rem; }
      h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
      p, li { max-width: 46rem; }
      .faint, figcaption { color: var(--faint); font-size: .9rem; }
      figure { margin: 1.4rem 0; }
      figure svg { width: 100%; height: auto; display: block; border: 1px solid var(--line); border-radius: 8px; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font-size: .86rem; }
      th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); }
      th { color: var(--faint); font-weight: 600; }
      td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      pre { white-space: pre-wrap; font-size: .8rem; color: var(--faint); }
      </style>
      """;

  private final Workload workload;
  private final Summary summary;
  private final Manifest manifest;
  private final StringBuilder html = new StringBuilder();

  public Page(Workload workload, Summary summary, Manifest manifest) {
    this.workload = workload;
    this.summary = summary;
    this.manifest = manifest;
  }

  /**
   * The page.
   *
   * @param charts by the names of their files
   * @param claims none, if the experiment is nobody's claim
   */
  public String write(Map<String, String> charts, List<Claim> claims) {
    Experiment experiment = summary.experiment();
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>" + Html.escape(experiment.title()) + "</title>\n" + STYLE);
    html.append("</head><body>\n<h1>" + Html.escape(experiment.title()) + "</h1>\n");
    paragraph(
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
      heading("Claims");
      html.append(Html.table(Tables.claims(claims)));
      paragraph("faint", "± is half of an interval that holds the mean with 95 % confidence.");
    }
    writeCharts(charts);
    heading("Workload");
    html.append(Html.table(Tables.workload(workload)));
    for (Schema schema : experiment.schemas()) {
      heading("All figures, " + schema.title());
      html.append(Html.table(Tables.results(summary, schema)));
    }
    paragraph("faint", "Mean ± standard deviation over the seeds.");
    writeThanks();
    heading("How this was made");
    html.append(Html.table(manifest.rows()));
    return html.append("</body></html>\n").toString();
  }

  private void writeCharts(Map<String, String> charts) {
    heading("Charts");
    for (Figure figure : Figure.values()) {
      String svg = charts.get(figure.fileName() + ".svg");
      html.append("<figure>\n" + svg + "<figcaption>The paper's Figure " + figure.number);
      html.append(". " + Html.escape(caption(figure)) + "</figcaption>\n</figure>\n");
    }
  }

  private static String caption(Figure figure) {
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
    heading("Thanks");
    paragraph(
        "",
        "The logs are from the Parallel Workloads Archive, which Dror Feitelson keeps. Our thanks go"
            + " to the people who gave them:");
    html.append("<ul>\n");
    for (TraceFolder.Trace trace : workload.traces()) {
      String people = String.join("; ", trace.content().header().acknowledgements());
      String thanks = people.isEmpty() ? trace.name() : trace.name() + ": " + people;
      html.append("<li>" + Html.escape(thanks) + "</li>\n");
    }
    html.append("</ul>\n");
    for (TraceFolder.Trace trace : workload.traces()) {
      for (String notice : trace.content().header().notices()) {
        html.append("<details><summary>Terms of " + Html.escape(trace.name()) + "</summary>");
        html.append("<pre>" + Html.escape(notice) + "</pre></details>\n");
      }
    }
  }

  private void heading(String words) {
    html.append("<h2>" + Html.escape(words) + "</h2>\n");
  }

  private void paragraph(String style, String words) {
    html.append("<p class=\"" + style + "\">" + Html.escape(words) + "</p>\n");
  }
}
