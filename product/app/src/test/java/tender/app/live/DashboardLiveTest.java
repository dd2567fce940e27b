package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.testbed.Testbed;

/**
 * The dashboard in a real browser, with three real Slurm clusters: a bag is submitted by the form,
 * promised and done while the page shows it, and the output of a task is read. Every page is
 * checked in light, dark and narrow form, and passes accessibility rules. An operator manages the
 * market there, an auditor only looks, and a user does not see these pages. Members of a project
 * share its budget.
 */
@Timeout(480)
@Tag("live")
@Tag("concurrent")
class DashboardLiveTest {
  private static final String SETTINGS =
      """
      offer_valid_seconds: 2
      lease_seconds: 3
      poll_interval_seconds: 1
      auction: {publish_interval_seconds: 1, lookahead_seconds: 600}
      """;

  @Test
  void userFollowsBagInDashboard() throws Exception {
    LiveMarket.with("dashboard", "8,4,6", DashboardLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(
        1,
        "policy: plb\nreply_timeout_seconds: 2\nstatus_check_seconds: 3\nauction_cycle_seconds: 2");
    List<Testbed.SlurmCluster> clusters = market.testbed().clusters();
    for (int i = 0; i < clusters.size(); i++) {
      Testbed.SlurmCluster cluster = clusters.get(i);
      market.enrol(
          cluster.name(),
          """
          batch_system: slurm
          slurm: {partition: %s, config_file: %s}
          price_per_processor_hour: %d
          %s
          """
              .formatted(cluster.partition(), cluster.configuration(), 20 * (i + 1), SETTINGS));
      market.startAgent(cluster.name());
    }
    market.awaitConnected(clusters.size());
    String output =
        Browser.run(
            "live.mjs",
            market.address(),
            market.token(),
            Map.of("TENDER_AUCTION", "yes"),
            market.folder().resolve("browser.log"));
    market.note(output);
    assertThat(output).contains("done, without a reload", "signed out");
    manage(market);
  }

  private static void manage(LiveMarket market) throws Exception {
    market.submit("sleep 200", 2, Duration.ofSeconds(220), Duration.ofSeconds(900));
    String operator =
        MarketAdministration.addFirstOperator(market.serverFile(), new UserId("olga"))
            .orElseThrow();
    String output =
        Browser.run(
            "operator.mjs",
            market.address(),
            operator,
            Map.of(),
            market.folder().resolve("operator.log"));
    market.note(output);
    assertThat(output).contains("sees no pages of operators", "can be changed");
    share(market, operator);
  }

  private static void share(LiveMarket market, String operator) throws Exception {
    String output =
        Browser.run(
            "projects.mjs",
            market.address(),
            operator,
            Map.of("TENDER_MANAGER_TOKEN", market.token(), "TENDER_MANAGER", "ann"),
            market.folder().resolve("projects.log"));
    market.note(output);
    assertThat(output).contains("a warning are shown", "a member was removed");
  }
}
