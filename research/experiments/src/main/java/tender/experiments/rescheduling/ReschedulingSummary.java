package tender.experiments.rescheduling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.experiments.report.MarkdownTable;
import tender.experiments.run.ExperimentSummary;
import tender.experiments.run.MeasuredRun;
import tender.experiments.statistics.Sample;

/** The results of the experiment, aggregated over its workloads. */
public final class ReschedulingSummary
    extends ExperimentSummary<ReschedulingExperiment, ReschedulingKey> {
  public ReschedulingSummary(
      ReschedulingExperiment experiment, List<MeasuredRun<ReschedulingKey>> runs) {
    super(experiment, ReschedulingRunner.file(), runs);
  }

  /** The total of a metric over all runs. */
  public double total(ReschedulingMetric metric) {
    return runs().stream().mapToDouble(run -> run.value(metric.id())).sum();
  }

  /** The results under one reading. */
  ReadingSummary under(ReschedulingReading reading) {
    return new ReadingSummary(this, reading);
  }

  /** The values of a metric in the order of the workloads. */
  double[] values(
      ReschedulingReading reading,
      ClusterEnvironment environment,
      ReschedulingScheme scheme,
      int overestimationPercent,
      ReschedulingMetric metric) {
    return values(
        key ->
            key.reading() == reading
                && key.environment() == environment
                && key.scheme() == scheme
                && key.overestimationPercent() == overestimationPercent,
        metric.id());
  }

  @Override
  public String csv() {
    return csv("seeds,mean,half_width_95", Sample::csvCells);
  }

  @Override
  public Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>(super.tables());
    tables.put("readings.md", MarkdownTable.of(ReadingsTable.rows(this)));
    return tables;
  }
}
