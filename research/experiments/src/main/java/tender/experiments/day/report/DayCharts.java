package tender.experiments.day.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tender.experiments.day.DayPolicy;
import tender.experiments.day.DayResults;
import tender.experiments.report.LineChart;
import tender.experiments.report.ScalingChart;
import tender.experiments.statistics.Sample;

/** How the measures grow with the number of providers. */
public final class DayCharts {
  private static final List<DayPolicy> POLICIES =
      List.of(DayPolicy.DEFAULT, DayPolicy.CELLS, DayPolicy.ALL);

  private final DayResults results;

  public DayCharts(DayResults results) {
    this.results = results;
  }

  /** The chart as SVG. */
  public String growth() {
    return new ScalingChart(
            "Growth of the market, %d bags a day for each provider"
                .formatted(results.experiment().bags() / results.experiment().providers()),
            "providers",
            POLICIES.stream().map(DayPolicy::title).toList(),
            List.of(
                panel("calls per bag", true, growth -> growth.measures().callsPerBag()),
                panel("messages per second", true, DayGrowth::messagesPerSecond),
                panel("selection, µs per bag", true, DayGrowth::selectionMicros),
                panel("promised on time, %", false, growth -> growth.measures().onTimePercent()),
                panel("response, min", false, growth -> growth.measures().responseSeconds() / 60),
                panel("price, credits/h", false, growth -> growth.measures().pricePerHour())))
        .svg();
  }

  private ScalingChart.Panel panel(
      String heading, boolean logarithmic, ToDoubleFunction<DayGrowth> measure) {
    List<List<LineChart.Point>> lines = new ArrayList<>();
    for (DayPolicy policy : POLICIES) {
      List<LineChart.Point> line = new ArrayList<>();
      for (int size : results.experiment().sizes()) {
        List<DayGrowth> days = DayGrowth.of(results, policy, size);
        double[] values = days.stream().mapToDouble(measure).filter(value -> value > 0).toArray();
        if (values.length > 0) {
          line.add(LineChart.Point.of(size, Sample.of(values)));
        }
      }
      lines.add(line);
    }
    return new ScalingChart.Panel(heading, logarithmic, lines);
  }
}
