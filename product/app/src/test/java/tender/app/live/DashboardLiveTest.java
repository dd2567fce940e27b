package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;

/**
 * The dashboard in a real browser, on three real Slurm clusters: a bag is handed in by the form, is
 * promised and done while the page looks on, and what a task wrote is read. Every page is looked at
 * in light, dark and narrow, and passes the rules of accessibility.
 */
@Timeout(300)
class DashboardLiveTest {
  private static final String SETTINGS =
      """
      offer_seconds: 2
      lease_seconds: 3
      poll_seconds: 1
      auction: {publish_seconds: 1, look_ahead_seconds: 600}
      """;

  @Test
  void aPersonSeesABagThrough() throws Exception {
    LiveMarket.with("dashboard", "8,4,6", DashboardLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    market.startServers(
        1, "policy: plb\nanswer_seconds: 2\ninquire_seconds: 3\nauction_seconds: 2");
    List<Testbed.SlurmCluster> clusters = market.testbed().clusters();
    for (int i = 0; i < clusters.size(); i++) {
      Testbed.SlurmCluster cluster = clusters.get(i);
      market.enrol(
          cluster.name(),
          """
          batch_system: slurm
          slurm: {partition: %s, configuration: %s}
          price_per_processor_hour: %d
          %s
          """
              .formatted(cluster.partition(), cluster.configuration(), 20 * (i + 1), SETTINGS));
      market.startAgent(cluster.name());
    }
    market.awaitConnected(clusters.size());
    String said =
        Browser.run(
            "live.mjs",
            market.address(),
            market.token(),
            Map.of("TENDER_AUCTION", "yes"),
            market.folder().resolve("browser.log"));
    market.note(said);
    assertThat(said).contains("done, without a reload", "signed out");
  }
}
