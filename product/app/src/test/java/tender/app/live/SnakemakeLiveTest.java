package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;

/**
 * A workflow of Snakemake with three rules on two Slurm clusters, while an agent, the server and
 * the broker are killed and a node is drained. With {@code tender.snakemake.compare}, also
 * Snakemake's own {@code --cluster sbatch} on a third cluster, which is as large as both.
 */
@Timeout(7200)
@Tag("live")
@Tag("concurrent")
class SnakemakeLiveTest {
  private static final int JOBS = Integer.getInteger("tender.snakemake.jobs", 50);
  private static final boolean COMPARES = Boolean.getBoolean("tender.snakemake.compare");
  private static final int MAX_SBATCH_CALLS = 50;

  @Test
  void workflowEndsRightDespiteFaults() throws Exception {
    List<String> testbed =
        List.of("--no-ca", "--clusters", "3", "--nodes", "2x2:8000;2x2:8000;4x2:8000");
    LiveMarket.with("snakemake", testbed, SnakemakeLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    List<Testbed.SlurmCluster> clusters = market.testbed().clusters();
    market.startServers(1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3");
    startAgents(market, clusters.subList(0, 2));
    WorkflowFolder workflow = WorkflowFolder.snakemake(market, "workflow", JOBS);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("jobs", workflow.jobs());

    long beganNanos = System.nanoTime();
    WorkflowRun run =
        WorkflowRun.start(
            market, workflow.folder(), "snakemake", market.environment(), profileCommand());
    WorkflowFaults faults = new WorkflowFaults(market, workflow, run);
    faults.killAgent(clusters.get(0), workflow.jobs() / 5);
    faults.drainNode(clusters.get(1));
    faults.killBroker(workflow.jobs() * 2 / 5);
    faults.killServer(workflow.jobs() / 2);
    run.requireSuccess(Duration.ofMinutes(30));
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    workflow.requireResults();
    int calls = WorkflowRun.sbatchCalls(clusters.subList(0, 2));
    figures.put("seconds", seconds);
    figures.put("sbatchCalls", calls);
    figures.put("bags", market.client().get("/v1/bags?limit=100").path("bags").size());
    market.note("figures: " + figures);
    failedJobIsRetried(market);
    interruptCancelsTheBags(market);
    if (COMPARES) {
      compareWithSbatch(market, clusters.get(2), figures);
      // Whether this is good enough depends on the size, and on the machine: the acceptance check
      // judges it.
      figures.put("speedup", (double) figures.get("sbatchSeconds") / seconds);
      market.note("figures: " + figures);
    }
    if (WorkflowRun.writesFigures()) {
      WorkflowRun.writeFigures("snakemake", figures);
    }
    assertThat(calls).as("%s", figures).isLessThanOrEqualTo(MAX_SBATCH_CALLS);
  }

  /** The third cluster has no agent. */
  private static void startAgents(LiveMarket market, List<Testbed.SlurmCluster> clusters)
      throws Exception {
    for (Testbed.SlurmCluster cluster : clusters) {
      market.enrol(
          cluster.name(),
          "batch_system: slurm\nslurm: {partition: %s, config_file: %s}\n%s"
              .formatted(
                  cluster.partition(), cluster.configuration(), WorkflowFolder.AGENT_SETTINGS));
      market.startAgent(cluster.name());
    }
    market.awaitConnected(clusters.size());
  }

  private static void failedJobIsRetried(LiveMarket market) throws Exception {
    Path folder = Files.createDirectory(market.folder().resolve("retried"));
    Files.writeString(
        folder.resolve("Snakefile"),
        """
        rule second_attempt:
            output: "done.txt"
            resources: runtime_s=10, mem_mb=300, attempt=lambda wildcards, attempt: attempt
            shell: "test {resources.attempt} = 2 && touch {output}"
        """);
    WorkflowRun run =
        WorkflowRun.start(
            market, folder, "snakemake-retry", market.environment(), profileCommand("--retries=1"));
    run.requireSuccess(Duration.ofMinutes(3));
    assertThat(folder.resolve("done.txt")).exists();
    assertThat(run.output()).containsPattern("Job 0 of bag \\w+ failed; see: tender logs \\w+ 0");
  }

  private static void interruptCancelsTheBags(LiveMarket market) throws Exception {
    Path folder = Files.createDirectory(market.folder().resolve("interrupted"));
    Files.writeString(
        folder.resolve("Snakefile"),
        """
        rule long:
            output: "done.txt"
            resources: runtime_s=500, mem_mb=300
            shell: "touch began; sleep 400; touch {output}"
        """);
    WorkflowRun run =
        WorkflowRun.start(
            market, folder, "snakemake-interrupt", market.environment(), profileCommand());
    market.await(
        "the job runs", Duration.ofMinutes(1), () -> Files.exists(folder.resolve("began")));
    run.interrupt();
    assertThat(run.exitCode(Duration.ofMinutes(1))).isNotZero();
    assertThat(market.client().get("/v1/bags?limit=1").at("/bags/0/state").asString())
        .as(run.output())
        .isEqualTo("cancelled");
  }

  private static List<String> profileCommand(String... options) {
    Path profile = Testbed.checkout().resolve("integrations/snakemake/profile");
    List<String> command = new ArrayList<>();
    // As in a terminal: what a shell runs in the background ignores interrupts.
    command.addAll(List.of("env", "--default-signal=INT", "/usr/bin/snakemake"));
    command.addAll(List.of("--profile", profile.toString()));
    command.addAll(List.of(options));
    return command;
  }

  /** The same workflow without a market and without faults. */
  private static void compareWithSbatch(
      LiveMarket market, Testbed.SlurmCluster cluster, Map<String, Object> figures)
      throws Exception {
    WorkflowFolder workflow = WorkflowFolder.snakemake(market, "bare", JOBS);
    // The same limits as in the profile.
    List<String> command =
        List.of(
            "/usr/bin/snakemake",
            "--cluster",
            "sbatch --parsable --time=5 --mem=300 --output=/dev/null",
            "--jobs",
            "5000",
            "--max-jobs-per-second",
            "200",
            "--max-status-checks-per-second",
            "5000",
            "--latency-wait",
            "60");
    Map<String, String> slurm = Map.of("SLURM_CONF", cluster.configuration().toString());
    long beganNanos = System.nanoTime();
    WorkflowRun.start(market, workflow.folder(), "snakemake-sbatch", slurm, command)
        .requireSuccess(Duration.ofMinutes(60));
    figures.put("sbatchSeconds", (System.nanoTime() - beganNanos) / 1e9);
    figures.put("sbatchCallsOfSbatch", WorkflowRun.sbatchCalls(List.of(cluster)));
    workflow.requireResults();
  }
}
