package tender.experiments.report;

import java.util.List;
import java.util.stream.DoubleStream;
import tender.experiments.statistics.Sample;

/**
 * A line chart in one or more panels.
 *
 * @param xLabel label of the horizontal axis
 * @param series names of the lines in every panel
 * @param panels each with its own heading and lines, all on one scale
 */
public record LineChart(
    String title, String unit, String xLabel, List<String> series, List<Panel> panels) {

  /** One panel of the chart, with a line for each series. */
  public record Panel(String heading, List<List<Point>> lines) {}

  /**
   * A point of a line.
   *
   * @param errorBar half the length of its error bar
   */
  public record Point(double x, double y, double errorBar) {
    /** The mean with its confidence interval. */
    public static Point of(double x, Sample sample) {
      return new Point(x, sample.mean(), sample.errorBar());
    }
  }

  /** The chart as SVG. */
  public String svg() {
    return LineChartSvg.draw(this);
  }

  double highest() {
    return points().max().orElse(0);
  }

  double lowest() {
    return points().min().orElse(0);
  }

  /** The ends of all error bars, and zero, which is always shown. */
  private DoubleStream points() {
    return DoubleStream.concat(
        DoubleStream.of(0),
        panels.stream()
            .flatMap(panel -> panel.lines().stream())
            .flatMap(List::stream)
            .flatMapToDouble(
                point ->
                    DoubleStream.of(point.y() - point.errorBar(), point.y() + point.errorBar())));
  }
}
