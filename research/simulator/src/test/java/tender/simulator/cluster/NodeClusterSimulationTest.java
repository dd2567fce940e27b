package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.model.Cluster;
import tender.core.node.NodeJob;
import tender.core.node.NodePlacement;
import tender.core.node.NodePlanVerifier;
import tender.core.node.schedule.NodeScheduler;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

final class NodeClusterSimulationTest {
  private static final NodeMachine MACHINE = new NodeMachine(16, 4, 1_000);
  private static final int JOBS = 300;

  @ParameterizedTest
  @ValueSource(strings = {"easy", "conservative", "conservative-no-compression"})
  void everyScheduleIsSound(String planner) {
    for (long seed = 1; seed <= 6; seed++) {
      NodeClusterSchedule schedule =
          NodeClusterSimulation.run(withMemory(seed), MACHINE, NodeSchedulers.all().get(planner));
      String description = planner + ", seed " + seed;
      assertThat(ScheduleVerifier.verify(schedule.starts())).as(description).isEmpty();
      assertThat(NodeScheduleVerifier.verify(schedule)).as(description).isEmpty();
      assertThat(
              NodePlanVerifier.verify(
                  schedule.cluster(), Long.MIN_VALUE, List.of(), schedule.uses()))
          .as(description)
          .isEmpty();
      assertThat(schedule.uses()).hasSize(JOBS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", "conservative", "conservative-no-compression"})
  void oneNodeIsMachineWithoutNodes(String planner) {
    NodeMachine oneNode = new NodeMachine(1, Workloads.PROCESSORS, 0);
    for (long seed = 1; seed <= 20; seed++) {
      List<TraceJob> jobs = Workloads.busy(seed, JOBS);
      ClusterSchedule machine =
          ClusterSimulation.run(
              jobs, Cluster.of(Workloads.PROCESSORS), Schedulers.all().get(planner));
      ClusterSchedule node =
          NodeClusterSimulation.run(jobs, oneNode, NodeSchedulers.all().get(planner)).starts();
      assertThat(starts(node)).as(planner + ", seed " + seed).isEqualTo(starts(machine));
    }
  }

  @Test
  void jobLargerThanNodesIsRejected() {
    TraceJob job = new TraceJob(7, 0, 10, 1, 10, 2_000_000);

    assertThatThrownBy(
            () ->
                NodeClusterSimulation.run(List.of(job), MACHINE, NodeSchedulers.all().get("easy")))
        .hasMessageContaining("Job 7 needs 1 processors with 2000000 KB");
  }

  @Test
  void verifierFindsOversubscribedNode() {
    List<TraceJob> jobs = List.of(new TraceJob(1, 0, 10, 1, 10), new TraceJob(2, 0, 10, 1, 10));
    NodeClusterSchedule schedule =
        NodeClusterSimulation.run(
            jobs, new NodeMachine(2, 1, 0), cluster -> new FirstNodeScheduler());

    assertThat(NodeScheduleVerifier.verify(schedule)).hasSize(1);
    assertThat(NodePlanVerifier.verify(schedule.cluster(), 0, List.of(), schedule.uses()))
        .hasSize(1);
  }

  /** Starts every job on the first node when it arrives. */
  private static final class FirstNodeScheduler implements NodeScheduler {
    private final List<NodeJob> submitted = new ArrayList<>();

    @Override
    public void submit(NodeJob job, long nowMillis) {
      submitted.add(job);
    }

    @Override
    public void ended(NodeJob job, NodePlacement placement, long nowMillis) {}

    @Override
    public void startDue(long nowMillis, StartListener listener) {
      submitted.forEach(job -> listener.onStart(job, new NodePlacement(nowMillis, 0)));
      submitted.clear();
    }
  }

  /** Jobs of which most request memory, some so much that it limits the processors of a node. */
  private static List<TraceJob> withMemory(long seed) {
    SplitMix64 random = new SplitMix64(seed);
    List<TraceJob> jobs = new ArrayList<>();
    for (TraceJob job : Workloads.busy(seed, JOBS)) {
      TraceJob with =
          new TraceJob(
              job.number(),
              job.submitSeconds(),
              job.runSeconds(),
              job.processors(),
              job.estimateSeconds(),
              random.nextInt(5) * 80_000L);
      jobs.add(MACHINE.request(with).isPresent() ? with : job);
    }
    return jobs;
  }

  private static List<Long> starts(ClusterSchedule schedule) {
    return IntStream.range(0, schedule.jobs().size()).mapToObj(schedule::startMillis).toList();
  }
}
