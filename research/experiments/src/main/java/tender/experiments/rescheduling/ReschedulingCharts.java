package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tender.experiments.report.BarChart;
import tender.experiments.report.LineChart;
import tender.experiments.statistics.Sample;

/**
 * The paper's Figures 10 to 17, drawn from our results; error bars are 95 % confidence intervals.
 */
public final class ReschedulingCharts {
  private static final String X_LABEL = "overestimation, %";
  private static final List<ReschedulingScheme> COMPARED =
      List.of(
          ReschedulingScheme.COORDINATED,
          ReschedulingScheme.SYSTEM_50,
          ReschedulingScheme.SYSTEM_80,
          ReschedulingScheme.LEAST_WORK);

  private final ReschedulingSummary summary;
  private final ReschedulingExperiment experiment;

  public ReschedulingCharts(ReschedulingSummary summary) {
    this.summary = summary;
    experiment = summary.experiment();
  }

  /** Each figure as SVG, by file name. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("figure-10-backfilling-chances.svg", chances());
    files.put("figure-11-stretch-factor.svg", stretch());
    files.put("figure-12-clusters-per-bag.svg", clusters());
    files.put(
        "figure-13-response-time.svg",
        reductions("Response time, all bags", ReschedulingMetric.RESPONSE_SECONDS));
    files.put(
        "figure-14-slowdown.svg", reductions("Slowdown, all bags", ReschedulingMetric.SLOWDOWN));
    files.put(
        "figure-15-response-time-single.svg",
        reductions(
            "Response time, bags on one cluster", ReschedulingMetric.RESPONSE_SECONDS_SINGLE));
    files.put(
        "figure-16-response-time-multi.svg",
        reductions("Response time, bags on several", ReschedulingMetric.RESPONSE_SECONDS_MULTI));
    files.put("figure-17-utilisation.svg", utilisation());
    return files;
  }

  private String chances() {
    List<BagWorkload> workloads =
        IntStream.rangeClosed(1, experiment.seeds())
            .mapToObj(seed -> BagWorkload.draw(experiment, ClusterEnvironment.HOMOGENEOUS, seed))
            .toList();
    List<LineChart.Point> line = new ArrayList<>();
    for (int overestimationPercent : experiment.overestimationPercents()) {
      double[] percents =
          workloads.stream()
              .mapToDouble(
                  workload ->
                      BackfillChances.chancesPercent(workload.jobs(), overestimationPercent))
              .toArray();
      line.add(LineChart.Point.of(overestimationPercent, Sample.of(percents)));
    }
    return new LineChart(
            "Chances of backfilling",
            "% of all pairs of a fragment and a job",
            X_LABEL,
            List.of("jobs that fit into a fragment"),
            List.of(new LineChart.Panel("", List.of(line))))
        .svg();
  }

  private String stretch() {
    return lines(
        "Stretch factor, bags on several clusters",
        "run times bounded by 10 minutes",
        List.of(
            ReschedulingScheme.USER, ReschedulingScheme.COORDINATED, ReschedulingScheme.LEAST_WORK),
        (environment, scheme, overestimationPercent) ->
            summary.of(
                environment, scheme, overestimationPercent, ReschedulingMetric.STRETCH_BOUNDED));
  }

  private String reductions(String title, ReschedulingMetric metric) {
    return lines(
        title,
        "% below UE uncoordinated",
        COMPARED,
        (environment, scheme, overestimationPercent) ->
            summary.reduction(environment, scheme, overestimationPercent, metric));
  }

  private interface Value {
    Sample at(ClusterEnvironment environment, ReschedulingScheme scheme, int overestimationPercent);
  }

  private String lines(String title, String unit, List<ReschedulingScheme> schemes, Value value) {
    List<LineChart.Panel> panels = new ArrayList<>();
    for (ClusterEnvironment environment : ClusterEnvironment.values()) {
      List<List<LineChart.Point>> lines = new ArrayList<>();
      for (ReschedulingScheme scheme : schemes) {
        List<LineChart.Point> line = new ArrayList<>();
        for (int overestimationPercent : experiment.overestimationPercents()) {
          line.add(
              LineChart.Point.of(
                  overestimationPercent, value.at(environment, scheme, overestimationPercent)));
        }
        lines.add(line);
      }
      panels.add(new LineChart.Panel(environment.title(), lines));
    }
    return new LineChart(
            title, unit, X_LABEL, schemes.stream().map(ReschedulingScheme::title).toList(), panels)
        .svg();
  }

  private String clusters() {
    List<BarChart.Group> groups = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (ClusterEnvironment environment : ClusterEnvironment.values()) {
        bars.add(
            BarChart.Bar.of(
                summary.of(
                    environment,
                    ReschedulingScheme.USER,
                    100,
                    ReschedulingMetric.shareOnClusters(i))));
      }
      groups.add(new BarChart.Group(i == 1 ? "1 cluster" : i + " clusters", bars));
    }
    return new BarChart(
            "Clusters per bag, UE, overestimation of 100 %",
            "% of bags",
            Stream.of(ClusterEnvironment.values()).map(ClusterEnvironment::title).toList(),
            List.of(new BarChart.Panel("", groups)))
        .svg();
  }

  private String utilisation() {
    List<LineChart.Panel> panels = new ArrayList<>();
    for (ReschedulingScheme scheme :
        List.of(ReschedulingScheme.MIXED_50, ReschedulingScheme.MIXED_80)) {
      List<List<LineChart.Point>> lines = new ArrayList<>();
      for (int cluster = 0; cluster < 4; cluster++) {
        List<LineChart.Point> line = new ArrayList<>();
        for (int overestimationPercent : experiment.overestimationPercents()) {
          ReschedulingMetric metric = ReschedulingMetric.utilisationOf(cluster);
          line.add(
              LineChart.Point.of(
                  overestimationPercent,
                  summary.of(
                      ClusterEnvironment.HOMOGENEOUS, scheme, overestimationPercent, metric)));
        }
        lines.add(line);
      }
      panels.add(new LineChart.Panel(scheme.title(), lines));
    }
    return new LineChart(
            "Utilisation where two make estimates",
            "% of a cluster's processors' time",
            X_LABEL,
            List.of("C1 UE", "C2 UE", "C3 SE", "C4 SE"),
            panels)
        .svg();
  }
}
