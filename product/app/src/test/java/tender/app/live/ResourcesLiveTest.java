package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * Tasks with different requests on a Slurm cluster with different nodes: each is on a node that has
 * what it requests, exceeded memory is recognised, and refusals name what is missing.
 */
@Timeout(240)
@Tag("live")
@Tag("concurrent")
class ResourcesLiveTest {
  private static final Duration END = Duration.ofSeconds(90);

  /** Tail keeps what it has not printed yet in memory, here for some seconds. */
  private static final String USE_MEMORY =
      "(head -c 150000000 /dev/zero; sleep 3) | tail >/dev/null";

  /** Single jobs, and tasks of pilots. */
  private static final List<Duration> RUNTIMES =
      List.of(Duration.ofMinutes(5), Duration.ofSeconds(5));

  @Test
  void tasksGetWhatTheyRequest() throws Exception {
    LiveMarket.with(
        "resources",
        List.of("--no-ca", "--nodes", "1x4:2000,1x2:4000:gpu=1:avx512"),
        ResourcesLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "reply_timeout_seconds: 2");
    market.startAgents("price_per_processor_hour: 36\npoll_interval_seconds: 0.5");
    refusalsNameTheResource(market);
    List<String> grown = new ArrayList<>();
    List<String> exceeded = new ArrayList<>();
    for (Duration runtime : RUNTIMES) {
      grown.add(submit(market, runtime, Map.of("memoryMib", List.of(60, 400))));
      exceeded.add(submit(market, runtime, Map.of("memoryMib", List.of(60))));
    }
    String gpu = submitOnNode(market, Map.of("gpus", 1));
    String feature = submitOnNode(market, Map.of("features", List.of("avx512")));
    String memory = submitOnNode(market, Map.of("memoryMib", List.of(3_000)));
    for (String bag : List.of(gpu, feature, memory)) {
      assertThat(output(market, bag)).as("node of bag %s", bag).isEqualTo("cluster1n2");
    }
    for (String bag : grown) {
      JsonNode done = market.awaitState(bag, END, "done");
      assertThat(done.path("failed")).as("%s", done).isEmpty();
      assertThat(done.path("breach").isNull()).as("%s", done).isTrue();
      assertThat(done.path("failedAttempts").path("latest").path(0).path("exitCode").asInt())
          .as("%s", done)
          .isEqualTo(256);
      assertThat(tender(market, 0, "stats", bag))
          .containsPattern("memory +60 MiB, then 400 MiB +(1[4-9]|2\\d|3\\d)\\d")
          .contains("Attempts that exceeded their memory: 1");
    }
    for (String bag : exceeded) {
      JsonNode done = market.awaitState(bag, END, "done");
      assertThat(done.path("failed").path(0).path("exitCode").asInt()).isEqualTo(256);
      assertThat(tender(market, 0, "status", bag)).contains("out of memory");
      assertThat(done.path("paid").asString()).as("a failed attempt is billed").isNotEqualTo("0");
    }
  }

  private static void refusalsNameTheResource(LiveMarket market) throws Exception {
    assertThat(tender(market, 3, run("--memory", "64G")))
        .contains("no provider has 64 GiB memory per task: cluster1 4000 MiB");
    assertThat(tender(market, 3, run("--gpus", "2")))
        .contains("no provider has 2 GPUs per task: cluster1 1");
    assertThat(tender(market, 3, run("--features", "quantum")))
        .contains("cluster1: no node has feature quantum");
  }

  private static String[] run(String option, String value) {
    return new String[] {"run", option, value, "--runtime", "1m", "-y", "--", "true"};
  }

  private static String submit(LiveMarket market, Duration runtime, Map<String, Object> requested)
      throws Exception {
    return submit(market, USE_MEMORY, 1, runtime, requested);
  }

  private static String submitOnNode(LiveMarket market, Map<String, Object> requested)
      throws Exception {
    return submit(market, "echo $SLURMD_NODENAME", 1, Duration.ofMinutes(5), requested);
  }

  private static String submit(
      LiveMarket market, String command, int tasks, Duration runtime, Map<String, Object> requested)
      throws Exception {
    Map<String, Object> work = TestWork.of(command, tasks, runtime);
    work.put("resources", TestWork.resources(requested));
    return market.submit(work, Duration.ofHours(1)).path("id").asString();
  }

  private static String output(LiveMarket market, String bag) throws Exception {
    market.awaitState(bag, END, "done");
    return tender(market, 0, "logs", bag, "0").strip();
  }

  private static String tender(LiveMarket market, int exitCode, String... arguments)
      throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(market.folder(), market.environment(), List.of(arguments));
    market.note("tender " + String.join(" ", arguments) + " prints:\n" + output);
    assertThat(output.exitCode())
        .as("tender %s: %s", List.of(arguments), output)
        .isEqualTo(exitCode);
    return output.out() + output.err();
  }
}
