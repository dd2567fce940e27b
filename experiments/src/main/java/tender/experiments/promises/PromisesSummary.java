package tender.experiments.promises;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tender.experiments.statistics.Sample;

/** The results taken together over their seeds. */
public final class PromisesSummary {
  private final PromisesExperiment experiment;
  private final Map<Cell, List<PromiseResult>> results = new LinkedHashMap<>();

  /** One of each but for the seed. */
  public record Cell(
      TraceMarket market, Misestimation misestimation, SiteKind kind, String policy) {}

  public PromisesSummary(PromisesExperiment experiment, List<PromiseResult> results) {
    this.experiment = experiment;
    for (PromiseResult result : results) {
      PromisesExperiment.Key key = result.key();
      Cell cell = new Cell(key.market(), key.misestimation(), key.kind(), key.policy());
      this.results.computeIfAbsent(cell, one -> new ArrayList<>()).add(result);
    }
  }

  public PromisesExperiment experiment() {
    return experiment;
  }

  /** In the order of tables. */
  public List<Cell> cells() {
    return List.copyOf(results.keySet());
  }

  public Sample of(Cell cell, PromiseMeasure measure) {
    return Sample.of(
        Objects.requireNonNull(results.get(cell)).stream()
            .mapToDouble(result -> result.value(measure))
            .toArray());
  }

  /** Of each cell and measure a line of comma-separated values. */
  public String text() {
    StringBuilder text =
        new StringBuilder(
            "market,estimates,sites,policy,metric,seeds,mean,standard_deviation,half_width\n");
    for (Cell cell : cells()) {
      for (PromiseMeasure measure : PromiseMeasure.values()) {
        Sample sample = of(cell, measure);
        text.append(
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%d,%.6f,%.6f,%s\n",
                cell.market.id(),
                cell.misestimation.id(),
                cell.kind.id(),
                cell.policy,
                measure.id(),
                sample.size(),
                sample.mean(),
                sample.standardDeviation(),
                Double.isInfinite(sample.halfWidth())
                    ? ""
                    : String.format(Locale.ROOT, "%.6f", sample.halfWidth())));
      }
    }
    return text.toString();
  }
}
