package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** One bag runs over clusters of two kinds: two of Slurm's and a cell of Grid Engine's. */
@Timeout(150)
class MixedBatchSystemsLiveTest {
  private static final int TASKS = 120;
  private static final String CELL = "cell";
  private static final String SETTINGS = "lease_seconds: 5\npoll_seconds: 0.5";

  @Test
  void everyKindOfClusterDoesSomeOfTheBag() throws Exception {
    LiveMarket.with(
        "two-kinds",
        List.of("--no-ca", "--processors", "8,8", "--gridengine", "8"),
        MixedBatchSystemsLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    // A policy that shares every bag.
    market.startServers(1, "policy: plb\nanswer_seconds: 2\ninquire_seconds: 3");
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
    DatabaseReader books = market.database();
    books.parts(bag).forEach(part -> market.note("counted: " + part));
    assertThat(ended.path("state").asString()).isEqualTo("done");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("failed").isEmpty()).as("no task failed: %s", ended).isTrue();
    assertThat(books.acceptedResults(bag)).as("results that count").isEqualTo(TASKS);
    assertThat(books.acceptedTasks(bag)).as("tasks with a result").isEqualTo(TASKS);
    for (String provider : List.of("cluster1", "cluster2", CELL)) {
      assertThat(books.parts(bag)).anyMatch(part -> part.startsWith(provider + " "));
    }
    for (int task = 0; task < TASKS; task++) {
      assertThat(market.client().text("/v1/bags/" + bag + "/tasks/" + task + "/log"))
          .isEqualTo("task " + task + "\n");
    }
    checkRuns(ran);
  }

  /** Each attempt ran once, and where its batch system says. */
  private static void checkRuns(Path ran) throws Exception {
    List<String> runs = Files.readAllLines(ran);
    Set<String> where = new HashSet<>();
    Set<String> tasks = new HashSet<>();
    for (String run : runs) {
      String[] words = run.split(" ");
      tasks.add(words[0]);
      where.add(words[2]);
    }
    assertThat(runs).doesNotHaveDuplicates();
    assertThat(tasks).hasSize(TASKS);
    assertThat(where).containsExactlyInAnyOrder("cluster1", "cluster2", CELL);
  }
}
