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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Jobs of mixed width and urgency bid for slots on three clusters: each meets its deadline or is
 * reported as unmatched, and none runs twice.
 */
@Timeout(240)
@Tag("live")
class AuctionLiveTest {

  /**
   * A job to submit.
   *
   * @param feasible whether an idle market could meet its deadline
   */
  private record JobSpec(
      int processors,
      int sleepSeconds,
      int runtimeSeconds,
      int deadlineSeconds,
      boolean feasible) {}

  /** The reply timeout: results that are late by less count as in time. */
  private static final int GRACE_SECONDS = 2;

  private static final String SERVER =
      "reply_timeout_seconds: 2\nstatus_check_seconds: 3\nauction_cycle_seconds: 2";
  private static final String AGENT =
      """
      offer_valid_seconds: 2
      lease_seconds: 3
      price_per_processor_hour: 3.6
      auction: {publish_interval_seconds: 1, lookahead_seconds: 600}
      """;

  @Test
  void everyDeadlineIsKeptOrReportedAsUnmatched() throws Exception {
    LiveMarket.with(
        "auction",
        "8,4,4",
        market -> {
          market.startServers(1, SERVER);
          market.startAgents(AGENT);
          Map<String, JobSpec> bags = submit(market, jobs());
          bags.put(submitByCommand(market), new JobSpec(1, 2, 5, 60, true));
          assertThat(bags).hasSize(20);
          assertThat(tender(market, "auction")).contains("Cleared at", "Asks", "cluster1");
          assertThat(countKept(market, bags)).isGreaterThanOrEqualTo(14);
          JsonNode clearings = market.client().get("/v1/auction?limit=100").path("clearings");
          market.note(clearings.size() + " cycles, the last: " + clearings.get(0));
        });
  }

  /** The killed server may have cleared the auction without notifying the bags. */
  @Test
  void auctionContinuesWhenServerDies() throws Exception {
    LiveMarket.with(
        "auction-server-killed",
        "4,4",
        market -> {
          market.startServers(2, SERVER);
          market.startAgents(AGENT);
          List<JobSpec> jobs =
              new ArrayList<>(Collections.nCopies(8, new JobSpec(2, 2, 5, 60, true)));
          jobs.add(new JobSpec(8, 1, 5, 30, false));
          Map<String, JobSpec> bags = submit(market, jobs);
          market.kill("server0");
          assertThat(countKept(market, bags)).isGreaterThanOrEqualTo(6);
        });
  }

  /**
   * The deadline leaves time for one task after the other only, and no cluster has room for all.
   */
  @Test
  void tasksOfOneBagAreMatchedWithSeveralProviders() throws Exception {
    LiveMarket.with(
        "auction-bag",
        "8,4",
        market -> {
          market.startServers(1, SERVER);
          market.startAgents(AGENT);
          Path run = Files.createDirectories(market.folder().resolve("runs")).resolve("many");
          JobSpec task = new JobSpec(1, 2, 12, 24, true);
          String id = submit(market, task, 12, run, 100);
          JsonNode bag =
              market.awaitState(id, Duration.ofSeconds(90), "done", "unmatched", "given-up");
          assertThat(bag.path("state").asString()).as("%s", bag).isEqualTo("done");
          assertThat(bag.path("promise").path("parts")).as("%s", bag).hasSize(2);
          assertThat(runs(market, bag)).hasSize(12);
        });
  }

  private static List<JobSpec> jobs() {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      jobs.add(new JobSpec(2, 3, 6, 50, true));
      jobs.add(new JobSpec(4, 2, 5, 40, true));
    }
    jobs.addAll(Collections.nCopies(4, new JobSpec(1, 2, 5, 60, true)));
    jobs.add(new JobSpec(8, 2, 5, 30, true));
    jobs.add(new JobSpec(1, 1, 4, 20, true));
    // Wider than any cluster; then two that are too long for their deadline.
    jobs.add(new JobSpec(16, 1, 5, 25, false));
    jobs.add(new JobSpec(2, 1, 30, 25, false));
    jobs.add(new JobSpec(1, 1, 60, 40, false));
    return jobs;
  }

  private static Map<String, JobSpec> submit(LiveMarket market, List<JobSpec> jobs)
      throws Exception {
    Path runs = Files.createDirectories(market.folder().resolve("runs"));
    Map<String, JobSpec> bags = new LinkedHashMap<>();
    for (JobSpec job : jobs) {
      Path run = runs.resolve(String.valueOf(bags.size()));
      bags.put(submit(market, job, 1, run, 100 + bags.size()), job);
    }
    market.note("submitted " + bags.size() + " jobs");
    return bags;
  }

  /** One more job, submitted by the command. */
  private static String submitByCommand(LiveMarket market) throws Exception {
    Path file = market.folder().resolve("bid.yaml");
    Files.writeString(
        file,
        """
        {version: 1, name: typed, command: "echo ran >> %s; sleep 2", tasks: 1, runtime: 5s,
         deadline: +60s, mechanism: auction, valuation: 99.5}
        """
            .formatted(market.folder().resolve("runs/typed")));
    String output = tender(market, "submit", file.toString(), "-o", "json");
    JsonNode bag = JsonMapper.shared().readTree(output);
    assertThat(bag.path("valuation").asString()).isEqualTo("99.5");
    return bag.path("id").asString();
  }

  private static String tender(LiveMarket market, String... arguments) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(market.folder(), market.environment(), List.of(arguments));
    assertThat(output.exitCode()).as("tender %s: %s", List.of(arguments), output).isZero();
    market.note("tender " + String.join(" ", arguments) + " prints:\n" + output.out());
    return output.out();
  }

  /** The number of kept deadlines; the others were reported. */
  private static int countKept(LiveMarket market, Map<String, JobSpec> bags) throws Exception {
    int kept = 0;
    int unmatched = 0;
    for (Map.Entry<String, JobSpec> entry : bags.entrySet()) {
      JsonNode bag =
          market.awaitState(
              entry.getKey(), Duration.ofSeconds(90), "done", "unmatched", "given-up");
      boolean isUnmatched = bag.path("state").asString().equals("unmatched");
      assertThat(isUnmatched || entry.getValue().feasible()).as("infeasible: %s", bag).isTrue();
      if (isUnmatched) {
        unmatched++;
        assertNotRun(market, bag);
      } else {
        kept += isKept(market, bag) ? 1 : 0;
      }
    }
    int late = bags.size() - kept - unmatched;
    market.note(kept + " kept, " + late + " late, " + unmatched + " reported as unmatched");
    return kept;
  }

  private static void assertNotRun(LiveMarket market, JsonNode bag) throws Exception {
    assertThat(bag.path("promise").isNull()).as("nothing was promised: %s", bag).isTrue();
    assertThat(runs(market, bag)).as("nothing ran: %s", bag).isEmpty();
    JsonNode why = market.client().get("/v1/bags/" + bag.path("id").asString() + "/offers");
    assertThat(why.path("noPromiseReason").asString()).isEqualTo("not-matched-in-time");
  }

  /** Whether the bag was in time; if not, a breach must be recorded. */
  private static boolean isKept(LiveMarket market, JsonNode bag) throws Exception {
    Instant until = instant(bag, "deadline").plusSeconds(GRACE_SECONDS);
    boolean isKept = !instant(bag, "ended").isAfter(until);
    assertThat(isKept || !bag.path("breach").isNull()).as("late with a recorded breach").isTrue();
    assertThat(runs(market, bag)).as("ran once: %s", bag).hasSize(1);
    assertThat(market.database().acceptedResults(bag.path("id").asString())).isOne();
    return isKept;
  }

  private static String submit(LiveMarket market, JobSpec job, int tasks, Path run, int valuation)
      throws InterruptedException {
    String command = "echo ran >> " + run + "; sleep " + job.sleepSeconds();
    Map<String, Object> work =
        TestWork.of(command, tasks, Duration.ofSeconds(job.runtimeSeconds()));
    work.put("name", String.valueOf(run.getFileName()));
    work.put("width", job.processors());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("work", work);
    body.put("deadline", Instant.now().plusSeconds(job.deadlineSeconds()).toString());
    body.put("mechanism", "auction");
    body.put("valuation", String.valueOf(valuation));
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
