package tender.experiments.promises;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tender.experiments.statistics.Sample;

/** The results aggregated over their seeds. */
public final class PromisesSummary {
  private final PromisesExperiment experiment;
  private final Map<Cell, List<PromiseResult>> results = new LinkedHashMap<>();

  /** One combination of everything except the seed. */
  public record Cell(
      TraceMarket market, EstimateErrorModel estimateError, SiteKind siteKind, String policy) {}

  public PromisesSummary(PromisesExperiment experiment, List<PromiseResult> results) {
    this.experiment = experiment;
    for (PromiseResult result : results) {
      PromisesExperiment.Key key = result.key();
      Cell cell = new Cell(key.market(), key.estimateError(), key.siteKind(), key.policy());
      this.results.computeIfAbsent(cell, one -> new ArrayList<>()).add(result);
    }
  }

  public PromisesExperiment experiment() {
    return experiment;
  }

  /** In table order. */
  public List<Cell> cells() {
    return List.copyOf(results.keySet());
  }

  public Sample of(Cell cell, PromiseMetric metric) {
    return Sample.of(
        Objects.requireNonNull(results.get(cell)).stream()
            .mapToDouble(result -> result.value(metric))
            .toArray());
  }

  /** A CSV line for each cell and metric. */
  public String csv() {
    StringBuilder text =
        new StringBuilder(
            "market,estimates,sites,policy,metric,seeds,mean,standard_deviation,half_width\n");
    for (Cell cell : cells()) {
      for (PromiseMetric metric : PromiseMetric.values()) {
        Sample sample = of(cell, metric);
        text.append(
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%d,%.6f,%.6f,%s\n",
                cell.market.id(),
                cell.estimateError.id(),
                cell.siteKind.id(),
                cell.policy,
                metric.id(),
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
