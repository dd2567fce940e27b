package tender.experiments.budget;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import tender.experiments.report.BarChart;
import tender.experiments.statistics.Sample;

/** The paper's Figures 4 to 7, drawn from our results; error bars are one standard deviation. */
public final class BudgetCharts {
  private static final List<BudgetStrategy> OPTIMISED =
      List.of(BudgetStrategy.COST_TIME, BudgetStrategy.TIME_COST);
  private static final List<BudgetStrategy> ALL = List.of(BudgetStrategy.values());

  private final BudgetSummary summary;

  public BudgetCharts(BudgetSummary summary) {
    this.summary = summary;
  }

  /** Each figure as SVG, by file name. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(
        "figure-4-execution-time.svg",
        measured("Execution time of all jobs", "s", BudgetMetrics.EXECUTION_SECONDS));
    files.put(
        "figure-5-processing-cost.svg",
        measured("Processing cost of all jobs", "G$", BudgetMetrics.COST));
    files.put("figure-6-cost-factor.svg", factors("Cost factor", BudgetMetrics.COST));
    files.put(
        "figure-7-speed-up.svg",
        factors("Speed-up in execution time", BudgetMetrics.EXECUTION_SECONDS));
    files.put(
        "figure-7-speed-up-of-completion.svg",
        factors("Speed-up in time to the last job's end", BudgetMetrics.COMPLETION_SECONDS));
    return files;
  }

  private String measured(String title, String unit, String metric) {
    return chart(title, unit, ALL, (scenario, strategy) -> summary.of(scenario, strategy, metric));
  }

  private String factors(String title, String metric) {
    return chart(
        title,
        "times, over explicit",
        OPTIMISED,
        (scenario, strategy) ->
            summary.factor(scenario, BudgetStrategy.EXPLICIT, strategy, metric));
  }

  private static String chart(
      String title,
      String unit,
      List<BudgetStrategy> strategies,
      BiFunction<BudgetScenario, BudgetStrategy, Sample> value) {
    List<BarChart.Group> groups = new ArrayList<>();
    for (BudgetScenario scenario : BudgetExperiment.standard()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (BudgetStrategy strategy : strategies) {
        Sample sample = value.apply(scenario, strategy);
        bars.add(new BarChart.Bar(sample.mean(), sample.standardDeviation()));
      }
      groups.add(new BarChart.Group("input " + scenario.input().name(), bars));
    }
    return new BarChart(
            title,
            unit,
            strategies.stream().map(BudgetStrategy::id).toList(),
            List.of(new BarChart.Panel("", groups)))
        .svg();
  }
}
