package tender.experiments.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.run.Column;
import tender.experiments.run.Load;
import tender.experiments.statistics.Sample;
import tender.experiments.statistics.Summary;

/** The paper's figures 2 to 6, drawn from our results. */
public final class Charts {
  private final Summary summary;

  public Charts(Summary summary) {
    this.summary = summary;
  }

  /** Each figure as SVG, by the name of its file. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    for (Figure figure : Figure.values()) {
      files.put(figure.fileName() + ".svg", chart(figure).svg());
    }
    return files;
  }

  private BarChart chart(Figure figure) {
    List<BarChart.Panel> panels = new ArrayList<>();
    for (Schema schema : summary.experiment().schemas()) {
      List<BarChart.Group> groups = new ArrayList<>();
      for (Load load : figure.loads()) {
        groups.add(new BarChart.Group(load.title(), bars(figure, schema, load)));
      }
      panels.add(new BarChart.Panel(schema.title(), groups));
    }
    return new BarChart(
        figure.title,
        figure.unit,
        summary.experiment().policies().stream().map(Policy::title).toList(),
        panels);
  }

  private List<BarChart.Bar> bars(Figure figure, Schema schema, Load load) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Policy policy : summary.experiment().policies()) {
      Sample sample = summary.of(schema, policy, new Column(load, figure.quantity));
      bars.add(
          new BarChart.Bar(
              sample.mean() * figure.scale(), sample.standardDeviation() * figure.scale()));
    }
    return bars;
  }
}
