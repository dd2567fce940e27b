package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The dashboard with a bag of a million tasks: a real server, PostgreSQL and browser, and two
 * agents that deliver results as fast as possible. The page must not stall meanwhile.
 */
@Timeout(300)
@Tag("live")
class MillionTasksLiveTest {
  private static final int TASKS = 1_000_000;
  private static final long PAUSE_MILLIS = 20;

  @Test
  void pageShowsMillionTasksWithoutStalling() throws Exception {
    LiveMarket.with("million", "", MillionTasksLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "status_check_seconds: 60");
    Path packs = Files.createDirectories(market.folder().resolve("packs"));
    try (SyntheticAgent north = agent(market, "north", packs);
        SyntheticAgent south = agent(market, "south", packs)) {
      market.awaitConnected(2);
      String bag =
          market
              .submit("echo {task}", TASKS, Duration.ofSeconds(1), Duration.ofMinutes(4))
              .path("id")
              .asString();
      market.awaitState(bag, Duration.ofSeconds(30), "running");
      String output =
          Browser.run(
              "million.mjs",
              market.address(),
              market.token(),
              Map.of("TENDER_BAG", bag),
              market.folder().resolve("browser.log"));
      market.note(output);
      assertThat(output).contains("done, without a reload");
      assertThat(market.bag(bag).path("done").asInt()).isEqualTo(TASKS);
      assertThat(north).isNotSameAs(south);
    }
  }

  private static SyntheticAgent agent(LiveMarket market, String name, Path packs) throws Exception {
    market.enrol(name, "batch_system: processes\nprocesses: {slots: 1}");
    Path identity = market.folder().resolve(name).resolve("state").resolve("identity");
    return new SyntheticAgent(identity, market.proxies().getFirst().port(), packs, PAUSE_MILLIS);
  }
}
