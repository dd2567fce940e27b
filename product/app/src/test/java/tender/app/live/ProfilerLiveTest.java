package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;

/** A user who says far too long is promised what the profiler finds out at the clusters. */
@Timeout(240)
class ProfilerLiveTest {
  private static final int TASKS = 8;
  private static final Duration USERS_WORD = Duration.ofMinutes(10);
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  @Test
  void whatIsMeasuredIsPromisedAndKept() throws Exception {
    LiveMarket.with("profiler", "2,1", ProfilerLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    market.startServers(1, "answer_seconds: 2\ninquire_seconds: 3\nagree_seconds: 20");
    market.startAgents("estimates: {whose: own, profiler_seconds: 30}");
    Map<String, Object> work = LiveMarket.work("sleep 1", TASKS, USERS_WORD);
    String guessed = market.submit(work, DEADLINE).path("id").asString();
    market.awaitState(guessed, Duration.ofSeconds(30), "asking", "given-up");

    work.put("profiler", "sleep 1; echo 0 1; echo $((TENDER_TASK_COUNT - 1)) 3");
    String bag = market.submit(work, DEADLINE).path("id").asString();
    market.awaitState(bag, Duration.ofSeconds(60), "running", "done");
    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("breach").isNull()).as("kept: %s", ended).isTrue();
    for (Testbed.SlurmCluster cluster : market.testbed().clusters()) {
      assertThat(market.log(cluster.name())).contains("a task is reckoned with 2500 ms");
      Path site = market.folder().resolve(cluster.name());
      assertThat(Files.readString(site.resolve("state/disclosures.log")))
          .contains("\"kind\":\"Estimating\"")
          .contains("\"by\":\"PROFILER\"");
      assertThat(cluster.run(List.of("squeue", "-h", "-o", "%j"))).doesNotContain("profiler");
      assertThat(site.resolve("work/bags").resolve(bag).resolve("profiler")).doesNotExist();
    }
  }
}
