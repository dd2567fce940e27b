package tender.experiments.report;

import java.util.List;
import java.util.Map;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;

/** Builds one self-contained HTML page without scripts. */
public final class HtmlPage {
  private static final String STYLE =
      "<style>\n"
          + Palette.STYLESHEET
          + Palette.PAGE
          + """
      header { background: var(--card); border-bottom: 1px solid var(--line); }
      header div { max-width: 76rem; margin: 0 auto; padding: .75rem 1.25rem; display: flex; gap: 1.2rem; align-items: baseline; }
      header b { font-size: 1.05rem; }
      figure { margin: 1.4rem 0; }
      figure:first-of-type { margin-top: .4rem; }
      figure svg { width: 100%; height: auto; display: block; border-radius: 6px; }
      figcaption { color: var(--faint); font-size: .86rem; margin-top: .3rem; }
      pre { white-space: pre-wrap; color: var(--faint); }
      @media (max-width: 40rem) { header div { padding: .6rem .8rem; } }
      </style>
      """;

  private final StringBuilder html = new StringBuilder();
  private boolean inSection;

  public HtmlPage(String title) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>" + Html.escape(title) + "</title>\n" + STYLE);
    html.append("</head><body>\n<header><div><b>Tender</b>");
    html.append("<span class=\"faint\">a report</span></div></header>\n<main>\n");
    html.append("<h1>" + Html.escape(title) + "</h1>\n");
  }

  /** Starts a new section. */
  public void heading(String text) {
    endSection();
    inSection = true;
    html.append("<section class=\"card\">\n<h2>" + Html.escape(text) + "</h2>\n");
  }

  /**
   * A paragraph.
   *
   * @param style {@code faint}, or empty
   */
  public void paragraph(String style, String text) {
    html.append("<p class=\"" + style + "\">" + Html.escape(text) + "</p>\n");
  }

  /** A table whose first row is its heading. */
  public void table(List<List<String>> rows) {
    html.append(Html.table(rows));
  }

  public void claims(List<PaperClaim> claims) {
    html.append(Html.table(ClaimsTable.rows(claims), HtmlPage::verdictClass));
  }

  /** The CSS class that colours a verdict. */
  private static String verdictClass(String cell) {
    if (cell.equals(Verdict.HOLDS.toString())) {
      return "good";
    }
    return cell.equals(Verdict.DOES_NOT_HOLD.toString()) ? "bad" : "";
  }

  private void endSection() {
    html.append(inSection ? "</section>\n" : "");
    inSection = false;
  }

  public void figure(String svg, String caption) {
    html.append("<figure>\n" + svg + "<figcaption>" + Html.escape(caption));
    html.append("</figcaption>\n</figure>\n");
  }

  /** A paper's claims and figures; the files of figures are named {@code figure-NUMBER-…}. */
  public void paper(String introduction, List<PaperClaim> claims, Map<String, String> charts) {
    paragraph("faint", introduction);
    heading("Claims");
    claims(claims);
    heading("Charts");
    charts.forEach(
        (name, svg) -> figure(svg, "The paper's Figure " + name.split("-", -1)[1] + "."));
  }

  /** An unordered list. */
  public void list(List<String> items) {
    html.append("<ul>\n");
    items.forEach(item -> html.append("<li>" + Html.escape(item) + "</li>\n"));
    html.append("</ul>\n");
  }

  /** Preformatted text that is folded under a summary. */
  public void details(String summary, String text) {
    html.append("<details><summary>" + Html.escape(summary) + "</summary>");
    html.append("<pre>" + Html.escape(text) + "</pre></details>\n");
  }

  /** Ends the page with a section on how the results were produced. */
  public String end(Manifest manifest) {
    heading("How this was made");
    table(manifest.rows());
    endSection();
    return html.append("</main>\n</body></html>\n").toString();
  }
}
