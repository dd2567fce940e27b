package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.LocalLoadGenerator;
import tools.jackson.databind.JsonNode;

/**
 * A bag on three Slurm clusters with local users, while components fail: an agent, a server, the
 * network, PostgreSQL, and finally a cluster, permanently.
 */
@Timeout(420)
@Tag("live")
@Tag("concurrent")
class LiveFaultsTest {
  private static final int TASKS = 300;
  private static final Duration CUT = Duration.ofSeconds(7);

  @Test
  void everyResultIsAcceptedOnceDespiteFaults() throws Exception {
    LiveMarket.with("faults", "16,8,12", LiveFaultsTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    // A policy that spreads every bag, so that every cluster has a part to lose.
    market.startServers(
        2,
        "policy: plb\nreply_timeout_seconds: 2\nstatus_check_seconds: 3\noverdue_grace_seconds: 30");
    market.startAgents("lease_seconds: 5\npoll_interval_seconds: 0.5");
    Path ran = market.folder().resolve("ran");
    try (LocalLoadGenerator load =
        new LocalLoadGenerator(
            market.testbed().clusters(), new LocalLoadGenerator.LoadSettings(1, 30, 12))) {
      String bag =
          market
              .submit(
                  "echo \"$TENDER_TASK_ID $TENDER_ATTEMPT $PWD\" >>"
                      + ran
                      + "; sleep 5; echo \"task $TENDER_TASK_ID\"",
                  TASKS,
                  Duration.ofSeconds(6),
                  Duration.ofMinutes(4))
              .path("id")
              .asString();
      JsonNode promised = market.awaitState(bag, Duration.ofSeconds(30), "running", "done");
      market.note("promised: " + promised.path("promise"));
      killAgent(market, bag);
      killServer(market, bag);
      cutNetwork(market, bag);
      killPostgres(market, bag);
      // Providers still have their promised parts: the bag is not half done.
      String lost =
          promised.at("/promise/parts").values().stream()
              .toList()
              .getLast()
              .path("provider")
              .asString();
      stopCluster(market, load, bag, lost);
      JsonNode ended = market.awaitState(bag, Duration.ofMinutes(5), "done", "given-up");
      check(market, bag, ended, ran);
    }
  }

  private static void killAgent(LiveMarket market, String bag) throws Exception {
    awaitProgress(market, bag, 1);
    market.kill("cluster1");
    Thread.sleep(1_000);
    market.startAgent("cluster1");
    awaitProgress(market, bag, 20);
  }

  private static void killServer(LiveMarket market, String bag) throws Exception {
    market.kill("server0");
    awaitProgress(market, bag, 20);
    market.startServer(0);
  }

  private static void cutNetwork(LiveMarket market, String bag) throws Exception {
    market.proxies().forEach(CuttableProxy::disconnect);
    market.note("cut the network for " + CUT.toSeconds() + " s, longer than a lease");
    Thread.sleep(CUT.toMillis());
    market.proxies().forEach(CuttableProxy::reconnect);
    market.note("reconnected the network");
    market.awaitConnected(3);
    awaitProgress(market, bag, 20);
  }

  private static void killPostgres(LiveMarket market, String bag) throws Exception {
    market.testbed().run("postgres-kill");
    market.note("killed PostgreSQL");
    Thread.sleep(2_000);
    market.testbed().run("postgres-start");
    market.note("started PostgreSQL");
    market.awaitConnected(3);
    awaitProgress(market, bag, 20);
  }

  /** The cluster's agent keeps running, but cannot see the cluster. */
  private static void stopCluster(
      LiveMarket market, LocalLoadGenerator load, String bag, String lost) throws Exception {
    load.stopFor(lost);
    market.testbed().run("cluster-stop", lost);
    market.note("stopped " + lost + " permanently, at " + done(market, bag) + " done");
    market.await(
        "the part of " + lost + " is lost",
        Duration.ofSeconds(90),
        () ->
            market.database().bagEvents(bag).stream()
                .anyMatch(event -> event.contains("part-lost") && event.contains(lost)));
  }

  private static int done(LiveMarket market, String bag) throws Exception {
    return market.bag(bag).path("done").asInt();
  }

  /** Waits for progress, so that the next fault hits a working market. */
  private static void awaitProgress(LiveMarket market, String bag, int more) throws Exception {
    int before = done(market, bag);
    market.await(
        more + " more done than " + before,
        Duration.ofMinutes(1),
        () -> done(market, bag) >= before + more);
  }

  private static void check(LiveMarket market, String bag, JsonNode ended, Path ran)
      throws Exception {
    market.note("ended: " + ended);
    DatabaseReader database = market.database();
    database.bagEvents(bag).forEach(event -> market.note("history: " + event));
    database.parts(bag).forEach(part -> market.note("accepted: " + part));
    assertThat(ended.path("state").asString()).isEqualTo("done");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("failed").isEmpty()).as("no task failed: %s", ended).isTrue();
    assertThat(database.acceptedResults(bag)).as("accepted results").isEqualTo(TASKS);
    assertThat(database.acceptedTasks(bag)).as("tasks with a result").isEqualTo(TASKS);
    assertThat(database.parts(bag)).anyMatch(part -> !part.contains("round 1"));
    for (int task = 0; task < TASKS; task++) {
      assertThat(market.client().text("/v1/bags/" + bag + "/tasks/" + task + "/log"))
          .isEqualTo("task " + task + "\n");
    }
    checkPromise(database, bag, ended);
    checkRuns(market, ran);
  }

  /** The promise is kept, or broken with one recorded cause. */
  private static void checkPromise(DatabaseReader database, String bag, JsonNode ended)
      throws Exception {
    List<String> breaches = new ArrayList<>(database.bagEvents(bag));
    breaches.removeIf(event -> !event.contains("promise-broken"));
    boolean late = ended.path("ended").asString().compareTo(ended.at("/promise/by").asString()) > 0;
    if (ended.path("breach").isNull()) {
      assertThat(breaches).isEmpty();
    } else {
      assertThat(late).as("a broken promise is late: %s", ended).isTrue();
      assertThat(breaches).hasSize(1);
      assertThat(ended.at("/breach/cause").asString()).isNotEmpty();
    }
  }

  /** A task may run on two clusters, but no attempt runs twice. */
  private static void checkRuns(LiveMarket market, Path ran) throws Exception {
    List<String> runs = Files.readAllLines(ran);
    Set<Integer> tasks = new HashSet<>();
    runs.forEach(run -> tasks.add(Integer.parseInt(run.substring(0, run.indexOf(' ')))));
    market.note(runs.size() + " runs of " + tasks.size() + " tasks");
    assertThat(runs).doesNotHaveDuplicates();
    assertThat(tasks).hasSize(TASKS);
  }
}
