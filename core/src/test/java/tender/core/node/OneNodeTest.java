package tender.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.model.JobId;
import tender.core.node.schedule.NodeConservativeScheduler;
import tender.core.node.schedule.NodeEasyScheduler;
import tender.core.node.schedule.NodeScheduler;
import tender.core.profile.ArrayProfile;
import tender.core.queue.ConservativeScheduler;
import tender.core.queue.EasyScheduler;
import tender.core.queue.Scheduler;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;

/**
 * A cluster of one node on which tasks request only processors is a machine without nodes: EASY and
 * conservative backfilling must start every job at the same instant as the schedulers of such a
 * machine. With several nodes this cannot hold, even for tasks that take whole nodes: a machine
 * only counts processors, and may change from one instant to the next which of them a planned job
 * will get. With EASY, and with compression, a job must also be one task: a machine starts, ends
 * and moves the tasks of a job together, a cluster of nodes one by one.
 */
class OneNodeTest {
  private static final int PROCESSORS = 16;
  private static final NodeCluster ONE_NODE =
      NodeCluster.of(
          NodeKind.of(
              "node", new ResourceAmounts(PROCESSORS, Integer.MAX_VALUE, 0, Integer.MAX_VALUE)),
          1);

  @Test
  void easyStartsLikeMachine() {
    for (long seed = 0; seed < 300; seed++) {
      List<NodeJob> jobs = RandomNodes.processorJobs(new SplittableRandom(seed), PROCESSORS, 60, 1);
      assertSameStarts(
          jobs,
          new NodeEasyScheduler(NodeProfile.of(0, ONE_NODE)),
          new EasyScheduler(PROCESSORS),
          seed);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conservativeStartsLikeMachine(boolean compressing) {
    for (long seed = 0; seed < 300; seed++) {
      int mostTasks = compressing ? 1 : 3;
      List<NodeJob> jobs =
          RandomNodes.processorJobs(new SplittableRandom(seed), PROCESSORS, 60, mostTasks);
      assertSameStarts(
          jobs,
          new NodeConservativeScheduler(NodeProfile.of(0, ONE_NODE), compressing),
          new ConservativeScheduler(ArrayProfile.of(0, PROCESSORS), compressing),
          seed);
    }
  }

  private static void assertSameStarts(
      List<NodeJob> jobs, NodeScheduler onNode, Scheduler onMachine, long seed) {
    assertThat(starts(NodeSimulation.run(onNode, jobs)))
        .as("seed %d", seed)
        .isEqualTo(starts(NodeSimulation.run(new MachineAsNode(onMachine, jobs), jobs)));
  }

  private static List<String> starts(List<NodeUse> uses) {
    return uses.stream().map(use -> use.placement() + ": " + use.job()).sorted().toList();
  }

  /** Lets the simulation of nodes drive a machine without nodes. */
  private static final class MachineAsNode implements NodeScheduler {
    private final Scheduler machine;
    private final Map<JobId, NodeJob> jobs = new LinkedHashMap<>();

    MachineAsNode(Scheduler machine, List<NodeJob> jobs) {
      this.machine = machine;
      jobs.forEach(job -> this.jobs.put(job.job().id(), job));
    }

    @Override
    public void submit(NodeJob job, long nowMillis) {
      machine.submit(job.job(), nowMillis);
    }

    @Override
    public void ended(NodeJob job, NodePlacement placement, long nowMillis) {
      machine.ended(job.job(), 1, placement.startMillis(), nowMillis);
    }

    @Override
    public void startDue(long nowMillis, StartListener listener) {
      machine.startDue(
          nowMillis,
          (job, tasks) -> {
            for (int task = 0; task < tasks; task++) {
              listener.onStart(jobs.get(job.id()), new NodePlacement(nowMillis, 0));
            }
          });
    }

    @Override
    public long nextStartMillis() {
      return machine.nextStartMillis();
    }
  }
}
