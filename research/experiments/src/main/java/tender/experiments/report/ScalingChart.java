package tender.experiments.report;

import java.util.List;

/**
 * A line chart of several measures over a size that grows by powers of ten. Each panel has its own
 * vertical scale.
 *
 * @param xLabel label of the horizontal axes, which are logarithmic
 * @param series names of the lines in every panel
 */
public record ScalingChart(String title, String xLabel, List<String> series, List<Panel> panels) {

  /**
   * One measure.
   *
   * @param logarithmic whether the vertical axis is logarithmic; all values are then positive
   * @param lines a line for each series, which may be empty
   */
  public record Panel(String heading, boolean logarithmic, List<List<LineChart.Point>> lines) {}

  /** The chart as SVG. */
  public String svg() {
    return ScalingChartSvg.draw(this);
  }
}
