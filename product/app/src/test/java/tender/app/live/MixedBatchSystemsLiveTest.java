package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** One bag runs on two Slurm clusters and a Grid Engine cell. */
@Timeout(150)
@Tag("live")
@Tag("concurrent")
class MixedBatchSystemsLiveTest {
  private static final int TASKS = 120;
  private static final String CELL = "cell";
  private static final String SETTINGS = "lease_seconds: 5\npoll_interval_seconds: 0.5";

  @Test
  void everyBatchSystemRunsPartOfBag() throws Exception {
    LiveMarket.with(
        "mixed-batch-systems",
        List.of("--no-ca", "--processors", "8,8", "--gridengine", "8"),
        MixedBatchSystemsLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    // A policy that spreads every bag over all clusters.
    market.startServers(1, "policy: plb\nreply_timeout_seconds: 2\nstatus_check_seconds: 3");
    market.startAgentAtCell(CELL, SETTINGS);
    market.startAgents(SETTINGS);
    Path ran = market.folder().resolve("ran");
    String bag =
        market
            .submit(
                "echo \"$TENDER_TASK_ID $TENDER_ATTEMPT $SGE_CELL$SLURM_CLUSTER_NAME\" >>"
                    + ran
                    + "; sleep 1; echo \"task $TENDER_TASK_ID\"",
                TASKS,
                Duration.ofSeconds(2),
                Duration.ofMinutes(2))
            .path("id")
            .asString();
    JsonNode ended = market.awaitState(bag, Duration.ofSeconds(80), "done", "given-up");
    market.note("ended: " + ended);
    DatabaseReader database = market.database();
    database.parts(bag).forEach(part -> market.note("accepted: " + part));
    assertThat(ended.path("state").asString()).isEqualTo("done");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("failed").isEmpty()).as("no task failed: %s", ended).isTrue();
    assertThat(database.acceptedResults(bag)).as("accepted results").isEqualTo(TASKS);
    assertThat(database.acceptedTasks(bag)).as("tasks with a result").isEqualTo(TASKS);
    for (String provider : List.of("cluster1", "cluster2", CELL)) {
      assertThat(database.parts(bag)).anyMatch(part -> part.startsWith(provider + " "));
    }
    for (int task = 0; task < TASKS; task++) {
      assertThat(market.client().text("/v1/bags/" + bag + "/tasks/" + task + "/log"))
          .isEqualTo("task " + task + "\n");
    }
    checkRuns(ran);
  }

  /** Each attempt ran once, on the cluster that its batch system names. */
  private static void checkRuns(Path ran) throws Exception {
    List<String> runs = Files.readAllLines(ran);
    Set<String> clusters = new HashSet<>();
    Set<String> tasks = new HashSet<>();
    for (String run : runs) {
      String[] words = run.split(" ");
      tasks.add(words[0]);
      clusters.add(words[2]);
    }
    assertThat(runs).doesNotHaveDuplicates();
    assertThat(tasks).hasSize(TASKS);
    assertThat(clusters).containsExactlyInAnyOrder("cluster1", "cluster2", CELL);
  }
}
