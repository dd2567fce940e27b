package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

  /** As long as answers may take: so much later, results count as in time. */
  private static final int GRACE_SECONDS = 2;

  private static final String SERVER = "answer_seconds: 2\ninquire_seconds: 3\nauction_seconds: 2";
  private static final String AGENT =
      """
      offer_seconds: 2
      lease_seconds: 3
      price_per_processor_hour: 3.6
      auction: {publish_seconds: 1, look_ahead_seconds: 600}
      """;

  @Test
  void eachDeadlineIsKeptOrReportedAsMissed() throws Exception {
    LiveMarket.with(
        "auction",
        "8,4,4",
        market -> {
          market.startServers(1, SERVER);
          market.startAgents(AGENT);
          Map<String, Wanted> bags = submit(market, jobs());
          bags.put(typed(market), new Wanted(1, 2, 5, 60, true));
          assertThat(bags).hasSize(20);
          assertThat(tender(market, "market")).contains("Cleared at", "Asks", "cluster1");
          assertThat(keptOrMissed(market, bags)).isGreaterThanOrEqualTo(14);
          JsonNode clearings = market.client().get("/v1/auction?limit=100").path("clearings");
          market.note(clearings.size() + " cycles, the last: " + clearings.get(0));
        });
  }

  /** Whichever of the two clears, or has cleared and not told the bags, is dead then. */
  @Test
  void theAuctionGoesOnWhenAServerDies() throws Exception {
    LiveMarket.with(
        "auction-server-killed",
        "4,4",
        market -> {
          market.startServers(2, SERVER);
          market.startAgents(AGENT);
          List<Wanted> jobs =
              new ArrayList<>(Collections.nCopies(8, new Wanted(2, 2, 5, 60, true)));
          jobs.add(new Wanted(8, 1, 5, 30, false));
          Map<String, Wanted> bags = submit(market, jobs);
          market.kill("server0");
          assertThat(keptOrMissed(market, bags)).isGreaterThanOrEqualTo(6);
        });
  }

  private static List<Wanted> jobs() {
    List<Wanted> jobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      jobs.add(new Wanted(2, 3, 6, 50, true));
      jobs.add(new Wanted(4, 2, 5, 40, true));
    }
    jobs.addAll(Collections.nCopies(4, new Wanted(1, 2, 5, 60, true)));
    jobs.add(new Wanted(8, 2, 5, 30, true));
    jobs.add(new Wanted(1, 1, 4, 20, true));
    // No queue is wide enough; not in time even on an idle cluster, twice.
    jobs.add(new Wanted(16, 1, 5, 25, false));
    jobs.add(new Wanted(2, 1, 30, 25, false));
    jobs.add(new Wanted(1, 1, 60, 40, false));
    return jobs;
  }

  private static Map<String, Wanted> submit(LiveMarket market, List<Wanted> jobs) throws Exception {
    Path runs = Files.createDirectories(market.folder().resolve("runs"));
    Map<String, Wanted> bags = new LinkedHashMap<>();
    for (Wanted job : jobs) {
      Path run = runs.resolve(String.valueOf(bags.size()));
      bags.put(submit(market, job, run, 100 + bags.size()), job);
    }
    market.note("handed in " + bags.size() + " jobs");
    return bags;
  }

  /** One more, as a person hands it in. */
  private static String typed(LiveMarket market) throws Exception {
    Path file = market.folder().resolve("bid.yaml");
    Files.writeString(
        file,
        """
        {version: 1, name: typed, command: "echo ran >> %s; sleep 2", tasks: 1, runtime: 5s,
         deadline: +60s, mechanism: auction, valuation: 99.5}
        """
            .formatted(market.folder().resolve("runs/typed")));
    String said = tender(market, "submit", file.toString(), "-o", "json");
    JsonNode bag = JsonMapper.shared().readTree(said);
    assertThat(bag.path("valuation").asString()).isEqualTo("99.5");
    return bag.path("id").asString();
  }

  private static String tender(LiveMarket market, String... arguments) throws Exception {
    TenderProcess.Output said = TenderProcess.run(market.folder(), market.environment(), List.of(arguments));
    assertThat(said.exitCode()).as("tender %s: %s", List.of(arguments), said).isZero();
    market.note("tender " + String.join(" ", arguments) + " says:\n" + said.out());
    return said.out();
  }

  /** How many were kept; the others were reported. */
  private static int keptOrMissed(LiveMarket market, Map<String, Wanted> bags) throws Exception {
    int kept = 0;
    int missed = 0;
    for (Map.Entry<String, Wanted> entry : bags.entrySet()) {
      JsonNode bag =
          market.awaitState(entry.getKey(), Duration.ofSeconds(90), "done", "missed", "given-up");
      boolean isMissed = bag.path("state").asString().equals("missed");
      assertThat(isMissed || entry.getValue().possible()).as("impossible: %s", bag).isTrue();
      if (isMissed) {
        missed++;
        neverBegan(market, bag);
      } else {
        kept += isKept(market, bag) ? 1 : 0;
      }
    }
    int late = bags.size() - kept - missed;
    market.note(kept + " kept, " + late + " late, " + missed + " reported as missed");
    return kept;
  }

  private static void neverBegan(LiveMarket market, JsonNode bag) throws Exception {
    assertThat(bag.path("promise").isNull()).as("nothing was promised: %s", bag).isTrue();
    assertThat(runs(market, bag)).as("nothing ran: %s", bag).isEmpty();
    JsonNode why = market.client().get("/v1/bags/" + bag.path("id").asString() + "/offers");
    assertThat(why.path("noPromise").asString()).isEqualTo("not-matched-in-time");
  }

  /** Whether it was in time; if not, that is on record. */
  private static boolean isKept(LiveMarket market, JsonNode bag) throws Exception {
    Instant until = instant(bag, "deadline").plusSeconds(GRACE_SECONDS);
    boolean isKept = !instant(bag, "ended").isAfter(until);
    assertThat(isKept || !bag.path("breach").isNull()).as("late without a word").isTrue();
    assertThat(runs(market, bag)).as("ran once: %s", bag).hasSize(1);
    assertThat(market.database().acceptedResults(bag.path("id").asString())).isOne();
    return isKept;
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
    JsonNode bag = market.client().post("/v1/bags", "job-" + run.getFileName(), body);
    assertThat(bag.path("state").asString()).isEqualTo("bidding");
    return bag.path("id").asString();
  }

  private static List<String> runs(LiveMarket market, JsonNode bag) throws IOException {
    Path run = market.folder().resolve("runs").resolve(bag.path("name").asString());
    return Files.exists(run) ? Files.readAllLines(run) : List.of();
  }

  private static Instant instant(JsonNode of, String field) {
    return Instant.parse(of.path(field).asString());
  }
}
