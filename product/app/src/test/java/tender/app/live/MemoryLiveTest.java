package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * Tasks that request memory, on plain processes and on a Grid Engine cell: a task that exceeds its
 * memory is repeated with the next amount, and refusals name what the node has.
 */
@Timeout(120)
@Tag("live")
@Tag("concurrent")
class MemoryLiveTest {
  private static final Duration END = Duration.ofSeconds(60);

  /** Tail keeps what it has not printed yet in memory. */
  private static final String USE_MEMORY = "head -c 150000000 /dev/zero | tail >/dev/null";

  @Test
  void taskOfPlainProcessesGetsMoreMemoryWhenItExceedsItsMemory() throws Exception {
    LiveMarket.with(
        "memory-processes",
        "",
        market -> {
          market.startServers(1, "reply_timeout_seconds: 2");
          market.enrol(
              "here",
              "batch_system: processes\nprocesses: {slots: 2, memory_mb: 1000}\npoll_interval_seconds: 0.5");
          market.startAgent("here");
          run(market);
        });
  }

  @Test
  void taskInGridEngineGetsMoreMemoryWhenItExceedsItsMemory() throws Exception {
    LiveMarket.with(
        "memory-gridengine",
        List.of("--no-ca", "--no-slurm", "--gridengine", "2:1000"),
        market -> {
          market.startServers(1, "reply_timeout_seconds: 2");
          market.startAgentAtCell("cell", "poll_interval_seconds: 0.5");
          run(market);
        });
  }

  private static void run(LiveMarket market) throws Exception {
    market.awaitConnected(1);
    TenderProcess.Output refused =
        TenderProcess.run(
            market.folder(),
            market.environment(),
            List.of("run", "--memory", "2G", "--runtime", "1m", "-y", "--", "true"));
    assertThat(refused.out() + refused.err()).contains("2 GiB memory per task", "1000 MiB");
    String grown = submit(market, List.of(60, 400));
    String exceeded = submit(market, List.of(60));
    JsonNode done = market.awaitState(grown, END, "done");
    assertThat(done.path("failed")).as("%s", done).isEmpty();
    assertThat(done.path("failedAttempts").path("latest").path(0).path("exitCode").asInt())
        .as("%s", done)
        .isEqualTo(256);
    done = market.awaitState(exceeded, END, "done");
    assertThat(done.path("failed").path(0).path("exitCode").asInt()).isEqualTo(256);
  }

  private static String submit(LiveMarket market, List<Integer> memoryMib) throws Exception {
    Map<String, Object> work = TestWork.of(USE_MEMORY, 1, Duration.ofMinutes(5));
    work.put("resources", TestWork.resources(Map.of("memoryMib", memoryMib)));
    return market.submit(work, Duration.ofHours(1)).path("id").asString();
  }
}
