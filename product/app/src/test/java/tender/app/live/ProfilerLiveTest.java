package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;

/** With a far too long estimate, the promise follows the profiler's measurements. */
@Timeout(240)
@Tag("live")
class ProfilerLiveTest {
  private static final int TASKS = 8;
  private static final Duration USER_ESTIMATE = Duration.ofMinutes(10);
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  @Test
  void promiseFollowsProfilerAndIsKept() throws Exception {
    LiveMarket.with("profiler", "2,1", ProfilerLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(
        1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3\nquote_validity_seconds: 20");
    market.startAgents("estimates: {source: own, max_profiler_seconds: 30}");
    Map<String, Object> work = TestWork.of("sleep 1", TASKS, USER_ESTIMATE);
    String unprofiled = market.submit(work, DEADLINE).path("id").asString();
    market.awaitState(unprofiled, Duration.ofSeconds(30), "quoted", "given-up");

    work.put("profiler", "sleep 1; echo 0 1; echo $((TENDER_TASK_COUNT - 1)) 3");
    String bag = market.submit(work, DEADLINE).path("id").asString();
    market.awaitState(bag, Duration.ofSeconds(60), "running", "done");
    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("breach").isNull()).as("kept: %s", ended).isTrue();
    for (Testbed.SlurmCluster cluster : market.testbed().clusters()) {
      assertThat(market.log(cluster.name())).contains("estimateMillis=2500");
      Path site = market.folder().resolve(cluster.name());
      assertThat(Files.readString(site.resolve("state/disclosures.log")))
          .contains("\"kind\":\"estimate-pending\"")
          .contains("\"source\":\"PROFILER\"");
      assertThat(cluster.run(List.of("squeue", "-h", "-o", "%j"))).doesNotContain("profiler");
      assertThat(site.resolve("work/bags").resolve(bag).resolve("profiler")).doesNotExist();
    }
  }
}
