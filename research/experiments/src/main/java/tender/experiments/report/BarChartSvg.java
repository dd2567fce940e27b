package tender.experiments.report;

import java.util.List;
import java.util.Locale;

/** Draws a bar chart as a self-contained SVG with light and dark colours. */
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

  private final BarChart chart;
  private final AxisScale scale;
  private final SvgCanvas svg = new SvgCanvas();

  private BarChartSvg(BarChart chart) {
    this.chart = chart;
    scale = AxisScale.upTo(chart.tallest());
  }

  static String draw(BarChart chart) {
    return new BarChartSvg(chart).draw();
  }

  private String draw() {
    svg.begin(chart.title(), WIDTH, HEIGHT);
    svg.text(LEFT, 30, 17, "start", "", "600", chart.title());
    svg.text(RIGHT, 30, 13, "end", "faint", "400", chart.unit());
    svg.legend(chart.series(), LEFT);
    drawGrid();
    double width = panelWidth();
    for (int i = 0; i < chart.panels().size(); i++) {
      drawPanel(chart.panels().get(i), LEFT + i * (width + PANEL_GAP), width);
    }
    return svg.end();
  }

  private double panelWidth() {
    int panels = chart.panels().size();
    return (RIGHT - LEFT - PANEL_GAP * (panels - 1.0)) / panels;
  }

  private void drawGrid() {
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      double y = y(i * scale.step());
      String style = i == 0 ? "axis" : "grid";
      double width = panelWidth();
      for (int panel = 0; panel < chart.panels().size(); panel++) {
        double x = LEFT + panel * (width + PANEL_GAP);
        svg.add(
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            style, x, y, x + width, y);
      }
      svg.text(LEFT - 8, y + 4, 12, "end", "faint", "400", labels.get(i));
    }
  }

  private void drawPanel(BarChart.Panel panel, double left, double width) {
    svg.text(left + width / 2, 86, 13, "middle", "", "600", panel.heading());
    double groupWidth = width / panel.groups().size();
    for (int i = 0; i < panel.groups().size(); i++) {
      BarChart.Group group = panel.groups().get(i);
      double middle = left + (i + 0.5) * groupWidth;
      svg.text(middle, BOTTOM + 22, 13, "middle", "", "400", group.name());
      drawGroup(group, middle - groupWidth * GROUP_FILL / 2, groupWidth * GROUP_FILL);
    }
  }

  private void drawGroup(BarChart.Group group, double left, double width) {
    double slot = width / group.bars().size();
    for (int i = 0; i < group.bars().size(); i++) {
      BarChart.Bar bar = group.bars().get(i);
      double x = left + i * slot + slot * (1 - BAR_FILL) / 2;
      double barWidth = slot * BAR_FILL;
      double y = y(bar.height());
      svg.add(
          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s: %s ±"
              + " %s</title></rect>",
          x,
          y,
          barWidth,
          BOTTOM - y,
          SvgCanvas.colour(i),
          Html.escape(chart.series().get(i)),
          number(bar.height()),
          number(bar.errorBar()));
      double middle = x + barWidth / 2;
      double up = y(bar.height() + bar.errorBar());
      if (bar.errorBar() > 0) {
        drawErrorBar(middle, up, y(Math.max(0, bar.height() - bar.errorBar())));
      }
      svg.text(middle, up - 5, 10.5, "middle", "", "400", number(bar.height()));
    }
  }

  private void drawErrorBar(double x, double up, double down) {
    svg.add("<path class=\"whisker\" d=\"M%.1f %.1fh8m-4 0V%.1fm-4 0h8\"/>", x - 4, up, down);
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP - 8) * value / scale.top();
  }

  /** Three significant digits, the precision that the height of a bar can show. */
  private static String number(double value) {
    double size = Math.abs(value);
    String format = size == 0 || size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
