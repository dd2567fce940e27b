package tender.experiments.offers;

import tender.experiments.report.Manifest;
import tender.experiments.report.AxisScale;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

final class OffersReportTest {
  @TempDir Path folder;

  @Test
  void scalesEndAboveTheTallestBarInRoundSteps() {
    assertThat(AxisScale.upTo(39).labels()).containsExactly("0", "10", "20", "30", "40");
    assertThat(AxisScale.upTo(4.9).labels()).containsExactly("0", "1", "2", "3", "4", "5");
    assertThat(AxisScale.upTo(0.7).labels()).containsExactly("0", "0.2", "0.4", "0.6", "0.8");
    assertThat(AxisScale.upTo(60).top()).isEqualTo(60);
    assertThat(AxisScale.upTo(0).labels()).containsExactly("0", "1");
  }

  @Test
  void chartsAreXmlAndThePageStandsAlone() throws Exception {
    OffersWorkload workload = SmallOffersExperiment.workload(SmallOffersExperiment.withSeeds(2), folder);
    OffersSummary summary =
        new OffersSummary(
            workload.experiment(),
            new OffersRunner(workload, folder.resolve("p")).run(2, (done, kept, all) -> {}));
    Manifest manifest =
        new Manifest("tender 1", "a JDK", "small", List.of("tender"), 1, 2, new LinkedHashMap<>());

    Map<String, String> charts = new OffersCharts(summary).draw();
    String page = new OffersPage(workload, summary, manifest).write(charts, OffersClaims.check(summary));

    assertThat(charts).hasSize(5).containsKey("figure-2-jobs-delayed.svg");
    for (String chart : charts.values()) {
      var parsed =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(chart)));
      assertThat(parsed.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(page).contains(chart);
    }
    assertThat(page)
        .contains("Ada &amp; Grace", "FreeTimeSlots", "O7", "made-up-2")
        .doesNotContain("<script", "src=", "NaN");
  }
}
