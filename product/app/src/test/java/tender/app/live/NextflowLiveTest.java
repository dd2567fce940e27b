package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;

/**
 * A pipeline of Nextflow with three processes on two Slurm clusters, while an agent and the server
 * are killed and a node is drained. Builds the plugin if that was not done.
 */
@Timeout(7200)
@Tag("live")
@Tag("concurrent")
class NextflowLiveTest {
  private static final int TASKS = Integer.getInteger("tender.nextflow.tasks", 100);

  private static final Path HOME = Testbed.checkout().resolve("integrations/nextflow");

  @Test
  void pipelineEndsRightDespiteFaults() throws Exception {
    if (!Files.exists(HOME.resolve("target/plugins"))) {
      assertThat(new ProcessBuilder(HOME.resolve("build").toString()).inheritIO().start().waitFor())
          .as("exit code of integrations/nextflow/build")
          .isZero();
    }
    List<String> testbed = List.of("--no-ca", "--clusters", "2", "--nodes", "2x2:8000;2x2:8000");
    LiveMarket.with("nextflow", testbed, NextflowLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    List<Testbed.SlurmCluster> clusters = market.testbed().clusters();
    market.startServers(1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3");
    market.startAgents(WorkflowFolder.AGENT_SETTINGS);
    WorkflowFolder workflow = WorkflowFolder.nextflow(market, "pipeline", TASKS);
    long beganNanos = System.nanoTime();
    WorkflowRun run = start(market, workflow.folder(), "nextflow");
    WorkflowFaults faults = new WorkflowFaults(market, workflow, run);
    faults.killAgent(clusters.get(0), workflow.jobs() / 5);
    faults.drainNode(clusters.get(1));
    faults.killServer(workflow.jobs() / 2);
    run.requireSuccess(Duration.ofMinutes(20));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("tasks", workflow.jobs());
    figures.put("seconds", (System.nanoTime() - beganNanos) / 1e9);
    figures.put("sbatchCalls", WorkflowRun.sbatchCalls(clusters));
    figures.put("bags", market.client().get("/v1/bags?limit=100").path("bags").size());
    market.note("figures: " + figures);
    workflow.requireResults();
    assertThat(run.output()).as("the failed task of the last process").contains("retried: 1");
    endOfNextflowCancelsTheBags(market);
    if (WorkflowRun.writesFigures()) {
      WorkflowRun.writeFigures("nextflow", figures);
    }
  }

  private static void endOfNextflowCancelsTheBags(LiveMarket market) throws Exception {
    Path folder = Files.createDirectory(market.folder().resolve("stopped"));
    Files.writeString(folder.resolve("nextflow.config"), WorkflowFolder.NEXTFLOW_CONFIG);
    Files.writeString(
        folder.resolve("main.nf"),
        """
        process LONG {
            script: "touch $launchDir/began; sleep 400"
        }
        workflow { LONG() }
        """);
    WorkflowRun run = start(market, folder, "nextflow-stopped");
    market.await(
        "the task runs", Duration.ofMinutes(2), () -> Files.exists(folder.resolve("began")));
    run.terminate();
    assertThat(run.exitCode(Duration.ofMinutes(2))).isNotZero();
    assertThat(market.client().get("/v1/bags?limit=1").at("/bags/0/state").asString())
        .as(run.output())
        .isEqualTo("cancelled");
  }

  private static WorkflowRun start(LiveMarket market, Path folder, String name) throws Exception {
    Map<String, String> environment = new HashMap<>(market.environment());
    environment.put("NXF_HOME", folder.resolve(".nextflow-home").toString());
    List<String> command = new ArrayList<>();
    command.add(HOME.resolve("nextflow").toString());
    command.addAll(List.of("run", "main.nf", "-ansi-log", "false"));
    return WorkflowRun.start(market, folder, name, environment, command);
  }
}
