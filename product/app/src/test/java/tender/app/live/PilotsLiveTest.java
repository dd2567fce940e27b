package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;

/**
 * Tasks that are far shorter than the time Slurm needs to start a job: pilots run them many times
 * faster than a job array, and each task keeps its own exit code.
 */
@Timeout(300)
@Tag("live")
class PilotsLiveTest {
  private static final int PROCESSORS = 16;
  private static final int TASKS = 10_000;
  private static final int ARRAY_TASKS = 400;
  private static final int MIN_SPEEDUP = 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void shortTasksRunFasterThanJobArray() throws Exception {
    LiveMarket.with("pilots", Integer.toString(PROCESSORS), PilotsLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "reply_timeout_seconds: 2");
    market.startAgents("");
    everyTaskHasItsOwnExitCode(market);
    Testbed.SlurmCluster cluster = market.testbed().clusters().getFirst();
    double before = arrayTasksPerSecond(market, cluster);
    long beganNanos = System.nanoTime();
    String id = market.submit("true", TASKS, SECOND, Duration.ofDays(1)).path("id").asString();
    JsonNode done = market.awaitState(id, TIMEOUT, "done");
    double seconds = secondsSince(beganNanos);
    assertThat(done.path("failed")).isEmpty();
    double after = arrayTasksPerSecond(market, cluster);
    double bare = (before + after) / 2;
    String figures =
        "%d tasks in %.1f s, %.0f a second, and a job array %.0f a second (%.0f before, %.0f after)"
            .formatted(TASKS, seconds, TASKS / seconds, bare, before, after);
    market.note(figures);
    assertThat(TASKS / seconds).as(figures).isGreaterThan(MIN_SPEEDUP * bare);
  }

  private static void everyTaskHasItsOwnExitCode(LiveMarket market) throws Exception {
    String command = "exit $((TENDER_TASK_ID % 7))";
    String id = market.submit(command, 700, SECOND, Duration.ofHours(1)).path("id").asString();
    JsonNode done = market.awaitState(id, TIMEOUT, "done");
    assertThat(done.path("failed")).hasSize(6);
    for (JsonNode failed : done.path("failed")) {
      int code = failed.path("exitCode").asInt();
      assertThat(failed.path("tasks").asString().split(","))
          .as("tasks that ended with " + code)
          .hasSize(100)
          .allMatch(task -> Integer.parseInt(task) % 7 == code);
    }
  }

  /** The rate of a job array, from sbatch until the queue is empty. */
  private static double arrayTasksPerSecond(LiveMarket market, Testbed.SlurmCluster cluster)
      throws Exception {
    long beganNanos = System.nanoTime();
    String array = "--array=0-" + (ARRAY_TASKS - 1);
    cluster.run(List.of("sbatch", array, "--output=/dev/null", "--wrap=true"));
    market.await(
        "the bare array is done",
        TIMEOUT,
        () -> cluster.run(List.of("squeue", "-h", "-a")).isBlank());
    return ARRAY_TASKS / secondsSince(beganNanos);
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
