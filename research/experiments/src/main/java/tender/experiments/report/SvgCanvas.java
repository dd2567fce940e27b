package tender.experiments.report;

import java.util.List;
import java.util.Locale;

/** Builds a self-contained SVG with light and dark colours. */
final class SvgCanvas {
  private static final String STYLE =
      """
      <style>
      .chart { --paper: #ffffff; --ink: #1b1f24; --faint: #6b7280; --line: #e3e6ea; }
      @media (prefers-color-scheme: dark) {
        .chart { --paper: #14171b; --ink: #e8eaed; --faint: #9aa3ad; --line: #2c323a; }
      }
      .chart text { font-family: system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: var(--ink); }
      .chart .faint { fill: var(--faint); }
      .chart .grid { stroke: var(--line); stroke-width: 1; }
      .chart .axis { stroke: var(--faint); stroke-width: 1; }
      .chart .whisker { stroke: var(--ink); stroke-width: 1.2; fill: none; }
      .chart .paper { fill: var(--paper); }
      </style>
      """;

  private final StringBuilder svg = new StringBuilder();

  void begin(String title, int width, int height) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " role=\"img\" aria-label=\"%s\">\n",
            width,
            height,
            Html.escape(title)));
    svg.append(STYLE);
    add("<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"8\"/>", width, height);
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another dependency.
  void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  void text(
      double x, double y, double size, String anchor, String style, String weight, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\" class=\"%s\""
            + " font-weight=\"%s\">%s</text>",
        x, y, size, anchor, style, weight, Html.escape(text));
  }

  /** The names of the series, each with its colour, in one row. */
  void legend(List<String> series, double left) {
    double x = left;
    for (int i = 0; i < series.size(); i++) {
      String name = series.get(i);
      add(
          "<rect x=\"%.1f\" y=\"46\" width=\"12\" height=\"12\" rx=\"2\" fill=\"%s\"/>",
          x, colour(i));
      text(x + 18, 56.5, 13, "start", "", "400", name);
      x += 18 + name.length() * 7.4 + 24;
    }
  }

  String end() {
    return svg.append("</svg>\n").toString();
  }

  static String colour(int series) {
    return Palette.SERIES_COLOURS.get(series % Palette.SERIES_COLOURS.size());
  }
}
