package tender.experiments.report;

import java.util.List;
import java.util.Map;
import tender.experiments.claims.Claim;

/** One HTML page, piece by piece; it needs no script and no other file. */
public final class HtmlPage {
  private static final String STYLE =
      "<style>\n"
          + Palette.STYLESHEET
          + """
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

  private final StringBuilder html = new StringBuilder();

  public HtmlPage(String title) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>" + Html.escape(title) + "</title>\n" + STYLE);
    html.append("</head><body>\n<h1>" + Html.escape(title) + "</h1>\n");
  }

  public void heading(String words) {
    html.append("<h2>" + Html.escape(words) + "</h2>\n");
  }

  /**
   * A paragraph.
   *
   * @param style {@code faint}, or nothing
   */
  public void paragraph(String style, String words) {
    html.append("<p class=\"" + style + "\">" + Html.escape(words) + "</p>\n");
  }

  /** A table whose first row is its heading. */
  public void table(List<List<String>> rows) {
    html.append(Html.table(rows));
  }

  public void claims(List<Claim> claims) {
    table(Tables.claims(claims));
  }

  public void figure(String svg, String caption) {
    html.append("<figure>\n" + svg + "<figcaption>" + Html.escape(caption));
    html.append("</figcaption>\n</figure>\n");
  }

  /** A paper's figures, whose files are named {@code figure-NUMBER-…}. */
  public void figures(Map<String, String> charts) {
    charts.forEach(
        (name, svg) -> figure(svg, "The paper's Figure " + name.split("-", -1)[1] + "."));
  }

  /** From what all of it was made. */
  public void manifest(Manifest manifest) {
    heading("How this was made");
    table(manifest.rows());
  }

  void add(String piece) {
    html.append(piece);
  }

  public String end() {
    return html.append("</body></html>\n").toString();
  }
}
