package tender.experiments.offers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.report.BarChart;
import tender.experiments.statistics.Sample;

/** The paper's figures 2 to 6, drawn from our results. */
public final class OffersCharts {
  private final OffersSummary summary;

  public OffersCharts(OffersSummary summary) {
    this.summary = summary;
  }

  /** Each figure as SVG, by file name. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    for (OffersFigure figure : OffersFigure.values()) {
      files.put(figure.fileName() + ".svg", chart(figure));
    }
    return files;
  }

  private String chart(OffersFigure figure) {
    List<BarChart.Panel> panels = new ArrayList<>();
    for (SchemaSpec schema : summary.experiment().schemas()) {
      List<BarChart.Group> groups = new ArrayList<>();
      for (LoadScope scope : figure.loads()) {
        groups.add(new BarChart.Group(scope.title(), bars(figure, schema, scope)));
      }
      panels.add(new BarChart.Panel(schema.title(), groups));
    }
    return new BarChart(
            figure.title,
            figure.unit,
            summary.experiment().policies().stream().map(PolicySpec::title).toList(),
            panels)
        .svg();
  }

  private List<BarChart.Bar> bars(OffersFigure figure, SchemaSpec schema, LoadScope scope) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (PolicySpec policy : summary.experiment().policies()) {
      Sample sample = summary.of(schema, policy, new ScopedMetric(scope, figure.metric));
      bars.add(
          new BarChart.Bar(
              sample.mean() * figure.scale(), sample.standardDeviation() * figure.scale()));
    }
    return bars;
  }
}
