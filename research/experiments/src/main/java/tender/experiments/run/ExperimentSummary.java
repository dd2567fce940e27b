package tender.experiments.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tender.experiments.statistics.Sample;

/** The results of an experiment over its seeds. Runs are compared seed by seed. */
public abstract class ExperimentSummary<E extends SeededExperiment<K>, K extends RunKey> {
  private final E experiment;
  private final MeasuredRunCsv<K> format;
  private final List<MeasuredRun<K>> runs;

  protected ExperimentSummary(E experiment, MeasuredRunCsv<K> format, List<MeasuredRun<K>> runs) {
    this.experiment = experiment;
    this.format = format;
    this.runs = List.copyOf(runs);
  }

  public E experiment() {
    return experiment;
  }

  public List<MeasuredRun<K>> runs() {
    return runs;
  }

  /** All runs and their summary as CSV, by file name. */
  public Map<String, String> tables() {
    return Map.of("runs.csv", format.csv(runs), "summary.csv", csv());
  }

  /** A CSV line for each combination and metric. */
  public abstract String csv();

  /**
   * A CSV line for each combination and metric.
   *
   * @param heading names of the columns with statistics, separated by commas
   * @param cells the values of these columns for a sample, separated by commas
   */
  protected String csv(String heading, Function<Sample, String> cells) {
    Map<String, List<MeasuredRun<K>>> combinations =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> format.cellsWithoutSeed(run.key()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    StringBuilder text = new StringBuilder(format.headingWithoutSeed());
    text.append(",metric,").append(heading).append('\n');
    combinations.forEach(
        (combination, ofSeeds) -> {
          for (String metric : format.metrics()) {
            double[] values = ofSeeds.stream().mapToDouble(run -> run.value(metric)).toArray();
            String statistics = cells.apply(Sample.of(values));
            text.append(combination + "," + metric + "," + statistics + "\n");
          }
        });
    return text.toString();
  }

  /** The values of a metric in the order of the seeds. */
  protected double[] values(Predicate<K> selected, String metric) {
    return runs.stream()
        .filter(run -> selected.test(run.key()))
        .mapToDouble(run -> run.value(metric))
        .toArray();
  }

  protected static Sample compare(double[] ones, double[] others, DoubleBinaryOperator comparison) {
    return Sample.of(
        IntStream.range(0, ones.length)
            .mapToDouble(seed -> comparison.applyAsDouble(ones[seed], others[seed]))
            .toArray());
  }
}
