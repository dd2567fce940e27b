package tender.experiments.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Draws a {@link ScalingChart} as a self-contained SVG with light and dark colours. */
final class ScalingChartSvg {
  private static final int WIDTH = 960;
  private static final int COLUMNS = 3;
  private static final int LEFT = 64;
  private static final double PANEL_WIDTH = 240;
  private static final double PANEL_GAP = 72;
  private static final int TOP = 108;
  private static final int PANEL_HEIGHT = 180;
  private static final int ROW_HEIGHT = 270;
  private static final double MARGIN = 12;

  private final ScalingChart chart;
  private final SvgCanvas svg = new SvgCanvas();
  private final double minX;
  private final double maxX;

  private ScalingChartSvg(ScalingChart chart) {
    this.chart = chart;
    minX = Math.log10(points(LineChart.Point::x).min().orElse(1));
    maxX = Math.max(minX + 1, Math.log10(points(LineChart.Point::x).max().orElse(1)));
  }

  static String draw(ScalingChart chart) {
    return new ScalingChartSvg(chart).draw();
  }

  private String draw() {
    int rows = Math.ceilDiv(chart.panels().size(), COLUMNS);
    svg.begin(chart.title(), WIDTH, TOP + rows * ROW_HEIGHT - 30);
    svg.text(LEFT, 30, 17, "start", "", "600", chart.title());
    svg.legend(chart.series(), LEFT);
    for (int i = 0; i < chart.panels().size(); i++) {
      double left = LEFT + i % COLUMNS * (PANEL_WIDTH + PANEL_GAP);
      double top = TOP + (double) Math.floorDiv(i, COLUMNS) * ROW_HEIGHT;
      new PanelSvg(chart.panels().get(i), left, top).draw();
    }
    return svg.end();
  }

  private DoubleStream points(ToDoubleFunction<LineChart.Point> coordinate) {
    return chart.panels().stream()
        .flatMap(panel -> panel.lines().stream())
        .flatMap(List::stream)
        .mapToDouble(coordinate);
  }

  /** Draws one panel. */
  private final class PanelSvg {
    private final ScalingChart.Panel panel;
    private final double left;
    private final double bottom;
    private final double minY;
    private final double step;
    private final int steps;

    PanelSvg(ScalingChart.Panel panel, double left, double top) {
      this.panel = panel;
      this.left = left;
      bottom = top + PANEL_HEIGHT;
      if (panel.logarithmic()) {
        minY = Math.floor(Math.log10(highsAndLows().min().orElse(1)) + 1e-9);
        step = 1;
        double highest = Math.log10(highsAndLows().max().orElse(1));
        steps = (int) Math.max(1, Math.ceil(highest - minY - 1e-9));
      } else {
        AxisScale scale = AxisScale.upTo(highsAndLows().max().orElse(1));
        minY = 0;
        step = scale.step();
        steps = scale.steps();
      }
    }

    private DoubleStream highsAndLows() {
      return panel.lines().stream()
          .flatMap(List::stream)
          .flatMapToDouble(
              point ->
                  panel.logarithmic()
                      ? DoubleStream.of(point.y())
                      : DoubleStream.of(
                          point.y() - point.errorBar(), point.y() + point.errorBar()));
    }

    void draw() {
      svg.text(left, bottom - PANEL_HEIGHT - 16, 13, "start", "", "600", panel.heading());
      for (int i = 0; i <= steps; i++) {
        double value = minY + i * step;
        double y = bottom - PANEL_HEIGHT * (double) i / steps;
        svg.add(
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            i == 0 ? "axis" : "grid", left, y, left + PANEL_WIDTH, y);
        double shown = panel.logarithmic() ? Math.pow(10, value) : value;
        svg.text(left - 8, y + 4, 12, "end", "faint", "400", number(shown));
      }
      for (int power = (int) Math.ceil(minX - 1e-9); power <= maxX + 1e-9; power++) {
        double x = x(Math.pow(10, power));
        svg.text(x, bottom + 20, 12, "middle", "faint", "400", number(Math.pow(10, power)));
      }
      svg.text(left + PANEL_WIDTH / 2, bottom + 40, 12, "middle", "faint", "400", chart.xLabel());
      for (int i = 0; i < panel.lines().size(); i++) {
        drawLine(panel.lines().get(i), i);
      }
    }

    private void drawLine(List<LineChart.Point> line, int series) {
      String colour = SvgCanvas.colour(series);
      StringBuilder path = new StringBuilder();
      for (LineChart.Point point : line) {
        double x = x(point.x());
        double y = y(point.y());
        path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
        if (point.errorBar() > 0 && !panel.logarithmic()) {
          svg.add(
              "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-opacity=\".45\"/>",
              x,
              y(Math.max(minY, point.y() - point.errorBar())),
              y(point.y() + point.errorBar()),
              colour);
        }
        svg.add(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: %,.2f at"
                + " %,.0f</title></circle>",
            x, y, colour, Html.escape(chart.series().get(series)), point.y(), point.x());
      }
      if (!line.isEmpty()) {
        svg.add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, colour);
      }
    }

    private double x(double value) {
      double share = (Math.log10(value) - minX) / (maxX - minX);
      return left + MARGIN + (PANEL_WIDTH - 2 * MARGIN) * share;
    }

    private double y(double value) {
      double shown = panel.logarithmic() ? Math.log10(value) : value;
      return bottom - PANEL_HEIGHT * (shown - minY) / (step * steps);
    }
  }

  private static String number(double value) {
    return value >= 1 || value == 0
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "");
  }
}
