package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;

/**
 * Tasks that are far shorter than what Slurm needs to start a job: pilots run them, many times as
 * fast as an array of jobs does, and each has its own exit code all the same.
 */
@Timeout(300)
class PilotsLiveTest {
  private static final int PROCESSORS = 16;
  private static final int TASKS = 10_000;
  private static final int BARE_TASKS = 400;
  private static final int TIMES_AS_FAST = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void aBagOfShortTasksIsManyTimesAsFastAsAJobArray() throws Exception {
    LiveMarket.with("pilots", Integer.toString(PROCESSORS), PilotsLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    market.startServers(1, "answer_seconds: 2");
    market.startAgents("");
    everyTaskHasItsOwnExitCode(market);
    Testbed.SlurmCluster cluster = market.testbed().clusters().getFirst();
    double before = bareTasksASecond(market, cluster);
    long beganNanos = System.nanoTime();
    String id = market.submit("true", TASKS, SECOND, Duration.ofHours(2)).path("id").asString();
    JsonNode done = market.awaitState(id, PATIENCE, "done");
    double seconds = secondsSince(beganNanos);
    assertThat(done.path("failed")).isEmpty();
    double after = bareTasksASecond(market, cluster);
    double bare = (before + after) / 2;
    String figures =
        "%d tasks in %.1f s, %.0f a second, where a job array does %.0f a second (%.0f before, %.0f after)"
            .formatted(TASKS, seconds, TASKS / seconds, bare, before, after);
    market.note(figures);
    assertThat(TASKS / seconds).as(figures).isGreaterThan(TIMES_AS_FAST * bare);
  }

  private static void everyTaskHasItsOwnExitCode(LiveMarket market) throws Exception {
    String command = "exit $((TENDER_TASK_ID % 7))";
    String id = market.submit(command, 700, SECOND, Duration.ofHours(1)).path("id").asString();
    JsonNode done = market.awaitState(id, PATIENCE, "done");
    assertThat(done.path("failed")).hasSize(6);
    for (JsonNode failed : done.path("failed")) {
      int code = failed.path("exitCode").asInt();
      assertThat(failed.path("tasks").asString().split(","))
          .as("tasks that ended with " + code)
          .hasSize(100)
          .allMatch(task -> Integer.parseInt(task) % 7 == code);
    }
  }

  /** From before sbatch until the queue is empty. */
  private static double bareTasksASecond(LiveMarket market, Testbed.SlurmCluster cluster)
      throws Exception {
    long beganNanos = System.nanoTime();
    String array = "--array=0-" + (BARE_TASKS - 1);
    cluster.run(List.of("sbatch", array, "--output=/dev/null", "--wrap=true"));
    market.await(
        "the bare array is done",
        PATIENCE,
        () -> cluster.run(List.of("squeue", "-h", "-a")).isBlank());
    return BARE_TASKS / secondsSince(beganNanos);
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
