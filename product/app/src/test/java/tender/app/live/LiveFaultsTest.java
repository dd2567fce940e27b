package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.LocalLoadGenerator;
import tools.jackson.databind.JsonNode;

/**
 * A bag on three Slurm clusters with users of their own, while everything that may die does: an
 * agent, a server, the network, PostgreSQL, and in the end a cluster for good.
 */
@Timeout(420)
class LiveFaultsTest {
  private static final int TASKS = 300;
  private static final Duration CUT = Duration.ofSeconds(7);

  @Test
  void everyResultIsThereOnceWhateverDies() throws Exception {
    LiveMarket.with("faults", "16,8,12", LiveFaultsTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    // A policy that shares every bag, so that every cluster has a part to lose.
    market.startServers(
        2, "policy: plb\nanswer_seconds: 2\ninquire_seconds: 3\noverdue_seconds: 30");
    market.startAgents("lease_seconds: 5\npoll_seconds: 0.5");
    Path ran = market.folder().resolve("ran");
    try (LocalLoadGenerator load =
        new LocalLoadGenerator(market.testbed().clusters(), new LocalLoadGenerator.LoadSettings(1, 30, 12))) {
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
      killAnAgent(market, bag);
      killAServer(market, bag);
      cutTheNetwork(market, bag);
      killPostgres(market, bag);
      // Whoever had a part when it was promised still has it: the bag is not half done.
      String lost =
          promised.at("/promise/parts").values().stream()
              .toList()
              .getLast()
              .path("provider")
              .asString();
      takeAClusterAway(market, load, bag, lost);
      JsonNode ended = market.awaitState(bag, Duration.ofMinutes(5), "done", "given-up");
      check(market, bag, ended, ran);
    }
  }

  private static void killAnAgent(LiveMarket market, String bag) throws Exception {
    awaitMore(market, bag, 1);
    market.kill("cluster1");
    Thread.sleep(1_000);
    market.startAgent("cluster1");
    awaitMore(market, bag, 20);
  }

  private static void killAServer(LiveMarket market, String bag) throws Exception {
    market.kill("server0");
    awaitMore(market, bag, 20);
    market.startServer(0);
  }

  private static void cutTheNetwork(LiveMarket market, String bag) throws Exception {
    market.proxies().forEach(CuttableProxy::disconnect);
    market.note("cut the network for " + CUT.toSeconds() + " s, longer than a lease");
    Thread.sleep(CUT.toMillis());
    market.proxies().forEach(CuttableProxy::reconnect);
    market.note("mended the network");
    market.awaitConnected(3);
    awaitMore(market, bag, 20);
  }

  private static void killPostgres(LiveMarket market, String bag) throws Exception {
    market.testbed().run("postgres-kill");
    market.note("killed PostgreSQL");
    Thread.sleep(2_000);
    market.testbed().run("postgres-start");
    market.note("started PostgreSQL");
    market.awaitConnected(3);
    awaitMore(market, bag, 20);
  }

  /** Its agent lives on, and sees nothing. */
  private static void takeAClusterAway(LiveMarket market, LocalLoadGenerator load, String bag, String lost)
      throws Exception {
    load.stopFor(lost);
    market.testbed().run("cluster-stop", lost);
    market.note("took " + lost + " away for good, at " + done(market, bag) + " done");
    market.await(
        "what " + lost + " had is tendered again",
        Duration.ofSeconds(90),
        () ->
            market.database().bagEvents(bag).stream()
                .anyMatch(news -> news.contains("Lost") && news.contains(lost)));
  }

  private static int done(LiveMarket market, String bag) throws Exception {
    return market.bag(bag).path("done").asInt();
  }

  /** Waits for some progress, so that the next fault meets a market that works. */
  private static void awaitMore(LiveMarket market, String bag, int more) throws Exception {
    int before = done(market, bag);
    market.await(
        more + " more done than " + before,
        Duration.ofMinutes(1),
        () -> done(market, bag) >= before + more);
  }

  private static void check(LiveMarket market, String bag, JsonNode ended, Path ran)
      throws Exception {
    market.note("ended: " + ended);
    DatabaseReader books = market.database();
    books.bagEvents(bag).forEach(news -> market.note("news: " + news));
    books.parts(bag).forEach(part -> market.note("counted: " + part));
    assertThat(ended.path("state").asString()).isEqualTo("done");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("failed").isEmpty()).as("no task failed: %s", ended).isTrue();
    assertThat(books.acceptedResults(bag)).as("results that count").isEqualTo(TASKS);
    assertThat(books.acceptedTasks(bag)).as("tasks with a result").isEqualTo(TASKS);
    assertThat(books.parts(bag)).anyMatch(part -> !part.contains("round 1"));
    for (int task = 0; task < TASKS; task++) {
      assertThat(market.client().text("/v1/bags/" + bag + "/tasks/" + task + "/log"))
          .isEqualTo("task " + task + "\n");
    }
    checkPromise(books, bag, ended);
    checkRuns(market, ran);
  }

  /** Kept, or broken with one record that says why. */
  private static void checkPromise(DatabaseReader books, String bag, JsonNode ended) throws Exception {
    List<String> breaches = new ArrayList<>(books.bagEvents(bag));
    breaches.removeIf(news -> !news.contains("Breached"));
    boolean late = ended.path("ended").asString().compareTo(ended.at("/promise/by").asString()) > 0;
    if (ended.path("breach").isNull()) {
      assertThat(breaches).isEmpty();
    } else {
      assertThat(late).as("only what is late is broken: %s", ended).isTrue();
      assertThat(breaches).hasSize(1);
      assertThat(ended.at("/breach/cause").asString()).isNotEmpty();
    }
  }

  /** A task may run at two clusters, but no attempt runs twice. */
  private static void checkRuns(LiveMarket market, Path ran) throws Exception {
    List<String> runs = Files.readAllLines(ran);
    Set<Integer> tasks = new HashSet<>();
    runs.forEach(run -> tasks.add(Integer.parseInt(run.substring(0, run.indexOf(' ')))));
    market.note(runs.size() + " runs of " + tasks.size() + " tasks");
    assertThat(runs).doesNotHaveDuplicates();
    assertThat(tasks).hasSize(TASKS);
  }
}
