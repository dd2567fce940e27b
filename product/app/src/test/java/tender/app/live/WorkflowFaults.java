package tender.app.live;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.testbed.Testbed;

/** What fails while a workflow runs, each when some of its jobs are done. */
final class WorkflowFaults {
  private static final Duration PROGRESS = Duration.ofMinutes(20);
  private static final Duration OUTAGE = Duration.ofSeconds(2);

  private final LiveMarket market;
  private final WorkflowFolder workflow;
  private final WorkflowRun run;

  WorkflowFaults(LiveMarket market, WorkflowFolder workflow, WorkflowRun run) {
    this.market = market;
    this.workflow = workflow;
    this.run = run;
  }

  void killAgent(Testbed.SlurmCluster cluster, int outputs) throws Exception {
    awaitOutputs(outputs);
    market.kill(cluster.name());
    Thread.sleep(OUTAGE);
    market.startAgent(cluster.name());
  }

  /** The node ends its jobs and gets no others until the end of the test. */
  void drainNode(Testbed.SlurmCluster cluster) throws Exception {
    String node = cluster.name() + "n1";
    cluster.run(List.of("scontrol", "update", "nodename=" + node, "state=drain", "reason=test"));
    market.note("drained " + node);
  }

  void killServer(int outputs) throws Exception {
    awaitOutputs(outputs);
    market.kill("server0");
    Thread.sleep(OUTAGE);
    market.startServer(0);
  }

  /** Kills the process that follows the workflow's bags. */
  void killBroker(int outputs) throws Exception {
    awaitOutputs(outputs);
    Optional<ProcessHandle> broker =
        run.handle().descendants().filter(WorkflowFaults::isBroker).findFirst();
    market.note("killing the broker " + broker.orElseThrow().pid());
    broker.orElseThrow().destroyForcibly();
  }

  private static boolean isBroker(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("--broker");
  }

  private void awaitOutputs(int outputs) throws Exception {
    market.await(
        outputs + " outputs",
        PROGRESS,
        () -> {
          if (!run.isRunning()) {
            throw new AssertionError("The workflow has ended early: " + run.output());
          }
          return workflow.outputs() >= outputs;
        });
  }
}
