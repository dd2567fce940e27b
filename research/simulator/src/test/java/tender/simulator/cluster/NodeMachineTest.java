package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.core.model.Cluster;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;
import tender.workload.trace.TraceJob;

/**
 * How jobs of a trace become requests, and which starts of a machine without nodes fit on nodes.
 */
final class NodeMachineTest {
  private static final NodeMachine DUAL_NODES = new NodeMachine(4, 2, 1_024);

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 1, 0",
    "2, 409600, 1, 2, 800",
    "2, 614400, 2, 1, 600",
    "3, 0, 2, 2, 0",
    "8, 524288, 4, 2, 1024",
    "3, 524289, 3, 1, 513",
  })
  void jobGetsFewestNodesThatHoldIt(
      int processors, long kilobytes, int nodes, int processorsPerNode, int memoryMib) {
    TraceJob job = new TraceJob(1, 0, 10, processors, 10, kilobytes);

    assertThat(DUAL_NODES.request(job))
        .contains(
            TaskRequest.onNodes(nodes, new ResourceAmounts(processorsPerNode, memoryMib, 0, 0)));
  }

  @ParameterizedTest
  @CsvSource({"9, 0", "1, 1048577", "5, 600000"})
  void jobThatNodesCannotHoldHasNoRequest(int processors, long kilobytes) {
    assertThat(DUAL_NODES.request(new TraceJob(1, 0, 10, processors, 10, kilobytes))).isEmpty();
  }

  @Test
  void replayCountsStartsThatDoNotFit() {
    // The first job takes a processor and 600 MiB on each node. So no node has both processors
    // free for the third job, and none has enough memory for the fourth.
    List<TraceJob> jobs =
        List.of(
            new TraceJob(1, 0, 10, 4, 10, 614_400),
            new TraceJob(2, 1, 10, 1, 10, 0),
            new TraceJob(3, 2, 10, 2, 10, 307_200),
            new TraceJob(4, 3, 10, 1, 10, 614_400));
    ClusterSchedule schedule =
        ClusterSimulation.run(jobs, Cluster.of(8), Schedulers.all().get("easy"));

    assertThat(NodeReplay.startsThatDoNotFit(schedule, DUAL_NODES)).isEqualTo(2);
    assertThat(NodeReplay.startsThatDoNotFit(schedule, new NodeMachine(4, 2, 4_096))).isZero();
  }
}
