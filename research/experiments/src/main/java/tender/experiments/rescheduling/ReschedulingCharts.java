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
          ReschedulingScheme.LEAST_WORK,
          ReschedulingScheme.REPLACED_80);

  private final ReschedulingSummary all;
  private final ReadingSummary summary;
  private final ReschedulingExperiment experiment;

  public ReschedulingCharts(ReschedulingSummary all) {
    this.all = all;
    summary = all.under(ReschedulingReading.TEXT);
    experiment = all.experiment();
  }

  /** Each figure as SVG, by file name. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("figure-10-backfilling-chances.svg", chances());
    files.put(
        "figure-11-stretch-factor.svg",
        stretch("mean of bags on several clusters", ReschedulingMetric.STRETCH));
    files.put(
        "figure-11-stretch-factor-by-work.svg",
        stretch("weighted by work, bags on several clusters", ReschedulingMetric.STRETCH_BY_WORK));
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
            .mapToObj(
                seed ->
                    BagWorkload.draw(
                        experiment, ReschedulingReading.TEXT, ClusterEnvironment.HOMOGENEOUS, seed))
            .toList();
    List<LineChart.Point> line = new ArrayList<>();
    for (int overestimationPercent : ReschedulingExperiment.OVERESTIMATION_PERCENTS) {
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

  private String stretch(String unit, ReschedulingMetric metric) {
    List<ReschedulingScheme> schemes =
        List.of(
            ReschedulingScheme.USER, ReschedulingScheme.COORDINATED, ReschedulingScheme.LEAST_WORK);
    return lines("Stretch factor", unit, series(schemes, metric, summary::of));
  }

  /** The curves of the schemes, and that of perfect estimates, as in the paper's Figure 13. */
  private String reductions(String title, ReschedulingMetric metric) {
    List<Series> series = new ArrayList<>(series(COMPARED, metric, summary::reduction));
    series.add(
        new Series(
            "perfect estimates",
            ReschedulingScheme.USER,
            (environment, percent) ->
                summary.reductionByEstimates(environment, 0, percent, metric)));
    return lines(title, "% below UE uncoordinated", series);
  }

  private interface SchemeValue {
    Sample at(
        ClusterEnvironment environment,
        ReschedulingScheme scheme,
        int overestimationPercent,
        ReschedulingMetric metric);
  }

  private static List<Series> series(
      List<ReschedulingScheme> schemes, ReschedulingMetric metric, SchemeValue value) {
    return schemes.stream()
        .map(
            scheme ->
                new Series(
                    scheme.title(),
                    scheme,
                    (environment, percent) -> value.at(environment, scheme, percent, metric)))
        .toList();
  }

  private interface Value {
    Sample at(ClusterEnvironment environment, int overestimationPercent);
  }

  /**
   * A line in each panel.
   *
   * @param scheme the scheme of the runs that it needs
   */
  private record Series(String title, ReschedulingScheme scheme, Value value) {}

  private String lines(String title, String unit, List<Series> series) {
    List<LineChart.Panel> panels = new ArrayList<>();
    for (ClusterEnvironment environment :
        List.of(ClusterEnvironment.HOMOGENEOUS, ClusterEnvironment.FASTER_50)) {
      List<List<LineChart.Point>> lines = new ArrayList<>();
      for (Series one : series) {
        List<LineChart.Point> line = new ArrayList<>();
        for (int percent : summary.percents(environment, one.scheme)) {
          line.add(LineChart.Point.of(percent, one.value.at(environment, percent)));
        }
        lines.add(line);
      }
      panels.add(new LineChart.Panel(environment.title(), lines));
    }
    return new LineChart(title, unit, X_LABEL, series.stream().map(Series::title).toList(), panels)
        .svg();
  }

  private String clusters() {
    List<BarChart.Panel> panels = new ArrayList<>();
    for (ReschedulingReading reading :
        List.of(ReschedulingReading.TEXT, ReschedulingReading.FIRST_REPLY)) {
      panels.add(new BarChart.Panel(reading.title(), clusters(all.under(reading))));
    }
    return new BarChart(
            "Clusters per bag, UE, overestimation of 100 %",
            "% of bags",
            Stream.of(ClusterEnvironment.values()).map(ClusterEnvironment::title).toList(),
            panels)
        .svg();
  }

  private static List<BarChart.Group> clusters(ReadingSummary reading) {
    List<BarChart.Group> groups = new ArrayList<>();
    for (int i = 1; i <= ReschedulingExperiment.CLUSTERS; i++) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (ClusterEnvironment environment : ClusterEnvironment.values()) {
        bars.add(
            BarChart.Bar.of(
                reading.of(
                    environment,
                    ReschedulingScheme.USER,
                    100,
                    ReschedulingMetric.shareOnClusters(i))));
      }
      groups.add(new BarChart.Group(i == 1 ? "1 cluster" : i + " clusters", bars));
    }
    return groups;
  }

  private String utilisation() {
    List<LineChart.Panel> panels = new ArrayList<>();
    for (ReschedulingScheme scheme :
        List.of(ReschedulingScheme.MIXED_50, ReschedulingScheme.MIXED_80)) {
      List<List<LineChart.Point>> lines = new ArrayList<>();
      for (int cluster = 0; cluster < 4; cluster++) {
        List<LineChart.Point> line = new ArrayList<>();
        for (int overestimationPercent : summary.percents(ClusterEnvironment.HOMOGENEOUS, scheme)) {
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
