package tender.experiments.report;

import java.util.List;
import java.util.Locale;

/** Draws a bar chart as SVG that stands on its own, in light and dark. */
final class BarChartSvg {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 420;
  private static final int TOP = 96;
  private static final int BOTTOM = 368;
  private static final int LEFT = 64;
  private static final int RIGHT = 944;
  private static final int PANEL_GAP = 24;
  private static final double GROUP_FILL = 0.86;
  private static final double BAR_FILL = 0.88;

  /** Told apart by the colour-blind too, and on black as on white. */
  private static final List<String> COLOURS =
      List.of("#d55e00", "#56b4e9", "#0072b2", "#009e73", "#cc79a7", "#e69f00");

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

  private final BarChart chart;
  private final Scale scale;
  private final StringBuilder svg = new StringBuilder();

  private BarChartSvg(BarChart chart) {
    this.chart = chart;
    scale = Scale.upTo(chart.tallest());
  }

  static String draw(BarChart chart) {
    return new BarChartSvg(chart).draw();
  }

  private String draw() {
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " role=\"img\" aria-label=\"%s\">\n",
            WIDTH,
            HEIGHT,
            Html.escape(chart.title())));
    svg.append(STYLE);
    line(
        String.format(
            Locale.ROOT,
            "<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"8\"/>",
            WIDTH,
            HEIGHT));
    text(LEFT, 30, 17, "start", "", "600", chart.title());
    text(RIGHT, 30, 13, "end", "faint", "400", chart.unit());
    drawLegend();
    drawGrid();
    double width = panelWidth();
    for (int i = 0; i < chart.panels().size(); i++) {
      drawPanel(chart.panels().get(i), LEFT + i * (width + PANEL_GAP), width);
    }
    return svg.append("</svg>\n").toString();
  }

  private double panelWidth() {
    int panels = chart.panels().size();
    return (RIGHT - LEFT - PANEL_GAP * (panels - 1.0)) / panels;
  }

  private void drawLegend() {
    double x = LEFT;
    for (int i = 0; i < chart.series().size(); i++) {
      String name = chart.series().get(i);
      line(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"46\" width=\"12\" height=\"12\" rx=\"2\" fill=\"%s\"/>",
              x,
              colour(i)));
      text(x + 18, 56.5, 13, "start", "", "400", name);
      x += 18 + name.length() * 7.4 + 24;
    }
  }

  private void drawGrid() {
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      double y = y(i * scale.step());
      String style = i == 0 ? "axis" : "grid";
      double width = panelWidth();
      for (int panel = 0; panel < chart.panels().size(); panel++) {
        double x = LEFT + panel * (width + PANEL_GAP);
        line(
            String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                style,
                x,
                y,
                x + width,
                y));
      }
      text(LEFT - 8, y + 4, 12, "end", "faint", "400", labels.get(i));
    }
  }

  private void drawPanel(BarChart.Panel panel, double left, double width) {
    text(left + width / 2, 86, 13, "middle", "", "600", panel.heading());
    double groupWidth = width / panel.groups().size();
    for (int i = 0; i < panel.groups().size(); i++) {
      BarChart.Group group = panel.groups().get(i);
      double middle = left + (i + 0.5) * groupWidth;
      text(middle, BOTTOM + 22, 13, "middle", "", "400", group.name());
      drawGroup(group, middle - groupWidth * GROUP_FILL / 2, groupWidth * GROUP_FILL);
    }
  }

  private void drawGroup(BarChart.Group group, double left, double width) {
    double place = width / group.bars().size();
    for (int i = 0; i < group.bars().size(); i++) {
      BarChart.Bar bar = group.bars().get(i);
      double x = left + i * place + place * (1 - BAR_FILL) / 2;
      double barWidth = place * BAR_FILL;
      double y = y(bar.height());
      line(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s: %s ±"
                  + " %s</title></rect>",
              x,
              y,
              barWidth,
              BOTTOM - y,
              colour(i),
              Html.escape(chart.series().get(i)),
              number(bar.height()),
              number(bar.spread())));
      double middle = x + barWidth / 2;
      double up = y(bar.height() + bar.spread());
      if (bar.spread() > 0) {
        drawWhisker(middle, up, y(Math.max(0, bar.height() - bar.spread())));
      }
      text(middle, up - 5, 10.5, "middle", "", "400", number(bar.height()));
    }
  }

  private void drawWhisker(double x, double up, double down) {
    line(
        String.format(
            Locale.ROOT,
            "<path class=\"whisker\" d=\"M%.1f %.1fh8m-4 0V%.1fm-4 0h8\"/>",
            x - 4,
            up,
            down));
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP - 8) * value / scale.top();
  }

  private static String colour(int series) {
    return COLOURS.get(series % COLOURS.size());
  }

  /** Three digits are what a bar's height can tell. */
  private static String number(double value) {
    double size = Math.abs(value);
    String format = size == 0 || size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  private void text(
      double x, double y, double size, String anchor, String style, String weight, String words) {
    line(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\" class=\"%s\""
                + " font-weight=\"%s\">%s</text>",
            x,
            y,
            size,
            anchor,
            style,
            weight,
            Html.escape(words)));
  }

  private void line(String element) {
    svg.append(element).append('\n');
  }
}
