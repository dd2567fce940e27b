package tender.experiments.auction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import tender.core.model.Time;
import tender.experiments.report.BarChart;
import tender.experiments.report.LineChart;
import tender.experiments.statistics.Sample;

/**
 * The paper's Figures 3 and 5 to 8, drawn from our results; error bars are 95 % confidence
 * intervals.
 */
public final class AuctionCharts {
  private static final String SUCCESS_UNIT = "% of jobs that end by their deadline";

  /** The policies that the paper compares, and ours. */
  private static final List<String> COMPARED =
      List.of("dam", "fair-share", "hvfq", "edf-fq", "fcfs", "sjf", "late-binding");

  private final AuctionSummary summary;
  private final AuctionExperiment experiment;
  private final QueueingBoundSummary bound;

  public AuctionCharts(AuctionSummary summary, QueueingBoundSummary bound) {
    this.summary = summary;
    experiment = summary.experiment();
    this.bound = bound;
  }

  /** Each figure as SVG, by file name. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(
        "figure-3-forms-of-valuation.svg",
        deviation(
            "Load deviation by form of valuation",
            List.of("dam", "dam-additive", AuctionExperiment.ADDITIVE_NORMALISED)));
    files.put(
        "figure-5a-urgency.svg",
        groups(
            "Success by urgency", AuctionMetrics.URGENCY_GROUPS, AuctionMetrics::successByUrgency));
    files.put(
        "figure-5b-valuation.svg",
        groups(
            "Success by valuation for each processor",
            AuctionMetrics.VALUATION_GROUPS,
            AuctionMetrics::successByValuation));
    files.put("figure-5c-deadlines-missed.svg", missedDeadlines());
    files.put(
        "figure-6a-equal-urgency.svg",
        successes("Success with equal urgency of all jobs", experiment.byUrgency(), this::urgency));
    files.put(
        "figure-6b-arrival-rate.svg",
        successes("Success by arrival rate", experiment.byArrivalRate(), AuctionCharts::rate));
    files.put("figure-7-load-deviation.svg", deviation("Load deviation", COMPARED));
    files.put(
        "figure-8-waiting-time.svg",
        comparedWithModel(
            "Waiting time of DAM and the queueing model",
            "s",
            QueueingBoundExperiment.WAIT_SECONDS));
    files.put(
        "figure-8-slowdown.svg",
        comparedWithModel(
            "Slowdown of DAM and the queueing model", "", QueueingBoundExperiment.SLOWDOWN));
    return files;
  }

  private String deviation(String title, List<String> policies) {
    List<List<LineChart.Point>> lines = new ArrayList<>();
    for (String policy : policies) {
      List<LineChart.Point> line = new ArrayList<>();
      for (int bin = 0; bin < AuctionMetrics.TIME_BINS; bin++) {
        double hours = (bin + 0.5) * AuctionMetrics.TIME_BIN_MILLIS / (double) Time.HOUR_MILLIS;
        line.add(LineChart.Point.of(hours, of(policy, AuctionMetrics.loadDeviationIn(bin))));
      }
      lines.add(line);
    }
    return new LineChart(
            title,
            "standard deviation of sites' loads, points",
            "hours",
            policies,
            List.of(new LineChart.Panel(experiment.jobs() + " jobs", lines)))
        .svg();
  }

  private String groups(String title, List<String> names, IntFunction<String> metric) {
    List<BarChart.Group> groups = new ArrayList<>();
    for (int group = 0; group < names.size(); group++) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (String policy : COMPARED) {
        bars.add(BarChart.Bar.of(of(policy, metric.apply(group))));
      }
      groups.add(new BarChart.Group(names.get(group), bars));
    }
    return new BarChart(title, SUCCESS_UNIT, COMPARED, List.of(new BarChart.Panel("", groups)))
        .svg();
  }

  private String missedDeadlines() {
    List<List<LineChart.Point>> lines = new ArrayList<>();
    for (String policy : COMPARED) {
      List<LineChart.Point> line = new ArrayList<>();
      for (AuctionScenario scenario : experiment.byJobs()) {
        Sample success = summary.of(scenario, policy, AuctionMetrics.SUCCESS_PERCENT);
        line.add(new LineChart.Point(scenario.jobs(), 100 - success.mean(), success.errorBar()));
      }
      lines.add(line);
    }
    return new LineChart(
            "Deadlines missed",
            "% of jobs",
            "jobs",
            COMPARED,
            List.of(new LineChart.Panel("", lines)))
        .svg();
  }

  private String successes(
      String title, List<AuctionScenario> scenarios, Function<AuctionScenario, String> name) {
    List<BarChart.Group> groups = new ArrayList<>();
    for (AuctionScenario scenario : scenarios) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (String policy : COMPARED) {
        bars.add(BarChart.Bar.of(summary.of(scenario, policy, AuctionMetrics.SUCCESS_PERCENT)));
      }
      groups.add(new BarChart.Group(name.apply(scenario), bars));
    }
    return new BarChart(title, SUCCESS_UNIT, COMPARED, List.of(new BarChart.Panel("", groups)))
        .svg();
  }

  private String urgency(AuctionScenario scenario) {
    return "u = " + scenario.urgency().orElseThrow();
  }

  private static String rate(AuctionScenario scenario) {
    return "× " + scenario.arrivalRate();
  }

  private String comparedWithModel(String title, String unit, String metric) {
    List<LineChart.Panel> panels = new ArrayList<>();
    for (JobWidths widths : JobWidths.values()) {
      for (int scale : widths.scalesSeconds()) {
        panels.add(
            new LineChart.Panel(
                widths + " widths, β = " + scale + " s",
                List.of(
                    line(load -> bound.predicted(widths, scale, load, metric)),
                    sampled(widths, scale, metric))));
      }
    }
    return new LineChart(title, unit, "load of the model", List.of("queueing model", "dam"), panels)
        .svg();
  }

  private static List<LineChart.Point> line(ToDoubleFunction<Double> value) {
    return QueueingBoundExperiment.LOADS.stream()
        .map(load -> new LineChart.Point(load, value.applyAsDouble(load), 0))
        .toList();
  }

  private List<LineChart.Point> sampled(JobWidths widths, int scale, String metric) {
    return QueueingBoundExperiment.LOADS.stream()
        .map(load -> LineChart.Point.of(load, bound.of(widths, scale, load, metric)))
        .toList();
  }

  private Sample of(String policy, String metric) {
    return summary.of(experiment.standard(), policy, metric);
  }
}
