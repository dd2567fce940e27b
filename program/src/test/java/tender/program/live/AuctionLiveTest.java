package tender.program.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * Rigid jobs of mixed width and urgency bid for places on three clusters: each is done by its
 * deadline or reported as missed, and none runs twice.
 */
@Timeout(240)
class AuctionLiveTest {

  /**
   * A job that is handed in.
   *
   * @param possible whether its deadline could be met by an idle market
   */
  private record Wanted(
      int processors,
      int sleepSeconds,
      int runtimeSeconds,
      int deadlineSeconds,
      boolean possible) {}

  @Test
  void eachDeadlineIsKeptOrReportedAsMissed() throws Exception {
    LiveMarket.with("auction", "8,4,4", AuctionLiveTest::tell);
  }

  private static List<Wanted> jobs() {
    List<Wanted> jobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      jobs.add(new Wanted(1, 2, 5, 60, true));
      jobs.add(new Wanted(2, 3, 6, 50, true));
      jobs.add(new Wanted(4, 2, 5, 40, true));
    }
    jobs.add(new Wanted(8, 2, 5, 30, true));
    jobs.add(new Wanted(1, 1, 4, 20, true));
    // No queue is wide enough; not in time even on an idle cluster, twice.
    jobs.add(new Wanted(16, 1, 5, 25, false));
    jobs.add(new Wanted(2, 1, 30, 25, false));
    jobs.add(new Wanted(1, 1, 60, 40, false));
    return jobs;
  }

  private static void tell(LiveMarket market) throws Exception {
    market.startServers(1, "answer_seconds: 2\ninquire_seconds: 3\nauction_seconds: 2");
    market.startAgents(
        """
        offer_seconds: 2
        lease_seconds: 3
        price_per_processor_hour: 3.6
        auction: {publish_seconds: 1, look_ahead_seconds: 600}
        """);
    Path runs = Files.createDirectories(market.folder().resolve("runs"));
    Map<String, Wanted> bags = new LinkedHashMap<>();
    for (Wanted job : jobs()) {
      Path run = runs.resolve(String.valueOf(bags.size()));
      bags.put(submit(market, job, run, 100 + bags.size()), job);
    }
    market.say("handed in " + bags.size() + " jobs");

    int kept = 0;
    int missed = 0;
    int late = 0;
    for (Map.Entry<String, Wanted> entry : bags.entrySet()) {
      String id = entry.getKey();
      JsonNode bag = market.awaitState(id, Duration.ofSeconds(90), "done", "missed", "given-up");
      List<String> ran = runs(runs.resolve(bag.path("name").asString()));
      boolean isMissed = bag.path("state").asString().equals("missed");
      if (!entry.getValue().possible()) {
        assertThat(isMissed).as("cannot be made: %s", bag).isTrue();
      }
      if (isMissed) {
        missed++;
        assertThat(bag.path("promise").isNull()).as("nothing was promised: %s", bag).isTrue();
        assertThat(ran).as("nothing ran: %s", bag).isEmpty();
        assertThat(market.people().get("/v1/bags/" + id + "/offers").path("noPromise").asString())
            .isEqualTo("not-matched-in-time");
      } else {
        boolean isLate = instant(bag, "ended").isAfter(instant(bag, "deadline"));
        assertThat(isLate && bag.path("breach").isNull()).as("late without a word").isFalse();
        late += isLate ? 1 : 0;
        kept += isLate ? 0 : 1;
        assertThat(ran).as("ran once: %s", bag).hasSize(1);
        assertThat(market.books().counted(id)).isOne();
      }
    }
    market.say(kept + " kept, " + late + " late, " + missed + " reported as missed");
    JsonNode clearings = market.people().get("/v1/auction?limit=100").path("clearings");
    market.say(clearings.size() + " cycles, the first: " + clearings.get(clearings.size() - 1));
    assertThat(kept).isGreaterThanOrEqualTo(14);
    assertThat(bags).hasSize(20);
  }

  private static String submit(LiveMarket market, Wanted job, Path run, int worth)
      throws InterruptedException {
    String command = "echo ran >> " + run + "; sleep " + job.sleepSeconds();
    Map<String, Object> work =
        LiveMarket.work(command, 1, Duration.ofSeconds(job.runtimeSeconds()));
    work.put("name", String.valueOf(run.getFileName()));
    work.put("width", job.processors());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("work", work);
    body.put("deadline", Instant.now().plusSeconds(job.deadlineSeconds()).toString());
    body.put("mechanism", "auction");
    body.put("valuation", String.valueOf(worth));
    JsonNode bag = market.people().post("/v1/bags", "job-" + run.getFileName(), body);
    assertThat(bag.path("state").asString()).isEqualTo("bidding");
    return bag.path("id").asString();
  }

  private static List<String> runs(Path run) throws Exception {
    return Files.exists(run) ? Files.readAllLines(run) : List.of();
  }

  private static Instant instant(JsonNode of, String field) {
    return Instant.parse(of.path(field).asString());
  }
}
