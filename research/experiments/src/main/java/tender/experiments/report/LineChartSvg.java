package tender.experiments.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Draws a line chart as a self-contained SVG with light and dark colours. */
final class LineChartSvg {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 420;
  private static final int TOP = 104;
  private static final int BOTTOM = 362;
  private static final int LEFT = 64;
  private static final int RIGHT = 944;
  private static final int PANEL_GAP = 28;

  private final LineChart chart;
  private final double step;
  private final long lowestSteps;
  private final long highestSteps;
  private final double maxX;
  private final SvgCanvas svg = new SvgCanvas();

  private LineChartSvg(LineChart chart) {
    this.chart = chart;
    step = AxisScale.upTo(chart.highest() - chart.lowest()).step();
    lowestSteps = (long) Math.floor(chart.lowest() / step + 1e-9);
    highestSteps = Math.max(lowestSteps + 1, (long) Math.ceil(chart.highest() / step - 1e-9));
    maxX =
        chart.panels().stream()
            .flatMap(panel -> panel.lines().stream())
            .flatMap(List::stream)
            .mapToDouble(LineChart.Point::x)
            .max()
            .orElse(1);
  }

  static String draw(LineChart chart) {
    return new LineChartSvg(chart).draw();
  }

  private String draw() {
    svg.begin(chart.title(), WIDTH, HEIGHT);
    svg.text(LEFT, 30, 17, "start", "", "600", chart.title());
    svg.text(RIGHT, 30, 13, "end", "faint", "400", chart.unit());
    svg.legend(chart.series(), LEFT);
    int panels = chart.panels().size();
    double width = (RIGHT - LEFT - PANEL_GAP * (panels - 1.0)) / panels;
    for (int i = 0; i < panels; i++) {
      drawPanel(chart.panels().get(i), LEFT + i * (width + PANEL_GAP), width, i == 0);
    }
    return svg.end();
  }

  private void drawPanel(LineChart.Panel panel, double left, double width, boolean isFirst) {
    svg.text(left + width / 2, 88, 13, "middle", "", "600", panel.heading());
    drawGrid(left, width, isFirst);
    for (int i = 0; i < panel.lines().size(); i++) {
      drawLine(panel.lines().get(i), left, width, i);
    }
    svg.text(left + width / 2, BOTTOM + 42, 12, "middle", "faint", "400", chart.xLabel());
  }

  private void drawGrid(double left, double width, boolean labelled) {
    for (long i = lowestSteps; i <= highestSteps; i++) {
      double y = y(i * step);
      svg.add(
          "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
          i == 0 ? "axis" : "grid", left, y, left + width, y);
      if (labelled) {
        svg.text(left - 8, y + 4, 12, "end", "faint", "400", number(i * step));
      }
    }
    AxisScale xScale = AxisScale.upTo(maxX);
    for (int i = 0; i * xScale.step() <= maxX * (1 + 1e-9); i++) {
      double x = i * xScale.step();
      svg.text(x(x, left, width), BOTTOM + 20, 12, "middle", "faint", "400", number(x));
    }
  }

  private void drawLine(List<LineChart.Point> line, double left, double width, int series) {
    String colour = SvgCanvas.colour(series);
    StringBuilder path = new StringBuilder();
    for (LineChart.Point point : line) {
      double x = x(point.x(), left, width);
      path.append(
          String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y(point.y())));
      if (point.errorBar() > 0 && !Double.isInfinite(point.errorBar())) {
        svg.add(
            "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-opacity=\".45\"/>",
            x, y(point.y() - point.errorBar()), y(point.y() + point.errorBar()), colour);
      }
      svg.add(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: %.2f at"
              + " %s</title></circle>",
          x,
          y(point.y()),
          colour,
          Html.escape(chart.series().get(series)),
          point.y(),
          number(point.x()));
    }
    svg.add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, colour);
  }

  private double x(double value, double left, double width) {
    return left + 8 + (width - 16) * value / maxX;
  }

  private double y(double value) {
    double steps = (double) (highestSteps - lowestSteps);
    return BOTTOM - (BOTTOM - TOP) * (value / step - lowestSteps) / steps;
  }

  private static String number(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0
        ? "0"
        : rounded.stripTrailingZeros().toPlainString().replace('-', '−');
  }
}
