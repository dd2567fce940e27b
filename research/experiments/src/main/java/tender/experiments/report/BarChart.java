package tender.experiments.report;

import java.util.List;
import tender.experiments.statistics.Sample;

/**
 * A chart of grouped bars in one or more panels.
 *
 * @param series names of the bars in every group
 * @param panels each with its own heading and groups, all on one scale
 */
public record BarChart(String title, String unit, List<String> series, List<Panel> panels) {

  /** One panel of the chart. */
  public record Panel(String heading, List<Group> groups) {}

  /** Bars side by side, one of each series. */
  public record Group(String name, List<Bar> bars) {}

  /**
   * A bar.
   *
   * @param errorBar half the length of its error bar
   */
  public record Bar(double height, double errorBar) {
    /** The mean with its confidence interval. */
    public static Bar of(Sample sample) {
      return new Bar(sample.mean(), sample.errorBar());
    }
  }

  /** The chart as SVG. */
  public String svg() {
    return BarChartSvg.draw(this);
  }

  double tallest() {
    return panels.stream()
        .flatMap(panel -> panel.groups().stream())
        .flatMap(group -> group.bars().stream())
        .mapToDouble(bar -> bar.height() + bar.errorBar())
        .max()
        .orElse(0);
  }
}
