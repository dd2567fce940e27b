package tender.experiments.offers;

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
import tender.experiments.report.Manifest;

final class OffersReportTest {
  @TempDir Path folder;

  @Test
  void chartsAreXmlAndPageIsSelfContained() throws Exception {
    OffersWorkload workload =
        SmallOffersExperiment.workload(SmallOffersExperiment.withSeeds(2), folder);
    OffersSummary summary =
        new OffersSummary(
            workload.experiment(),
            OffersRunner.run(workload, folder.resolve("p"), 2, (done, cached, all) -> {}));
    Manifest manifest =
        new Manifest("tender 1", "a JDK", "small", List.of("tender"), 1, 2, new LinkedHashMap<>());

    Map<String, String> charts = new OffersCharts(summary).draw();
    String page =
        new OffersPage(workload, summary, manifest).write(charts, OffersClaims.check(summary));

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
