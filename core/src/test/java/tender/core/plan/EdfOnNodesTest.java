package tender.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;
import tender.core.node.ObservedUse;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

class EdfOnNodesTest {
  /** Two nodes of four processors and 4 GiB each. */
  private static final NodeCluster NODES =
      NodeCluster.of(NodeKind.of("plain", new ResourceAmounts(4, 4_096, 0, 0)), 2);

  private static final Cluster CLUSTER = new Cluster(8, 1_000, Optional.of(NODES));

  @Test
  void memoryLimitsHowManyTasksRunTogether() {
    Plan plan = plan(List.of(), job("a", 4, memory(1, 3_000), 10));
    assertThat(plan.runs(0)).isEqualTo(2);
    assertThat(plan.runTasks(0, 0)).isEqualTo(2);
    assertThat(plan.completionMillis(0)).isEqualTo(20);
  }

  @Test
  void twoHalvesOnDifferentNodesDoNotHoldOneTask() {
    List<ObservedUse> half =
        List.of(
            new ObservedUse(0, new ResourceAmounts(1, 2_048, 0, 0), 0, 50),
            new ObservedUse(1, new ResourceAmounts(1, 2_048, 0, 0), 0, 70));
    assertThat(plan(half, job("a", 1, memory(1, 3_000), 10)).startMillis(0)).isEqualTo(50);
    assertThat(plan(half, job("a", 1, memory(1, 2_000), 10)).startMillis(0)).isZero();
  }

  @Test
  void taskWithoutRequestHasItsProcessorsOnOneNode() {
    List<ObservedUse> busy =
        List.of(
            new ObservedUse(0, new ResourceAmounts(2, 0, 0, 0), 0, 50),
            new ObservedUse(1, new ResourceAmounts(2, 0, 0, 0), 0, 60));
    Job wide = new Job(new JobId("wide"), 1, 3, 10, 0, 1_000);
    assertThat(plan(busy, wide).startMillis(0)).isEqualTo(50);
  }

  @Test
  void taskWithoutMemoryTakesDefaultOfTheCluster() {
    FreeNodes free = new FreeNodes(NodeProfile.of(0, new NodeCluster(NODES.groups(), 2_048)));
    List<Integer> together = new ArrayList<>();
    free.takeEach(5, 1, Optional.empty(), 10, 0, (startMillis, tasks) -> together.add(tasks));
    assertThat(together).containsExactly(4, 1);
  }

  @Test
  void overdueUseIsExpectedToTakeAsLongAgain() {
    ObservedUse overdue = new ObservedUse(0, new ResourceAmounts(4, 0, 0, 0), 0, 80);
    assertThat(overdue.occupiedUntilMillis(100)).isEqualTo(120);
    assertThat(overdue.occupiedUntilMillis(80)).isEqualTo(81);
  }

  @Test
  void incomingJobIsTriedOnNodes() {
    EdfSchedule schedule = EdfSchedule.of(snapshot(List.of(), job("a", 2, memory(1, 4_096), 10)));
    IncomingJob incoming = new IncomingJob(1, 1, Optional.of(memory(1, 1_000)), 10, 0, 100);
    // Before the waiting job it takes a node from it, and after it the memory of both is taken.
    assertThat(schedule.trial(0, incoming, Time.NEVER).endMillis()).isEqualTo(10);
    assertThat(schedule.trial(1, incoming, Time.NEVER).endMillis()).isEqualTo(20);
  }

  @Test
  void placingTogetherEqualsPlacingOneByOne() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeProfile together = NodeProfile.of(0, NODES);
      for (int i = random.nextInt(4); i > 0; i--) {
        long fromMillis = random.nextInt(20);
        together.takeObserved(
            random.nextInt(2),
            new ResourceAmounts(1 + random.nextInt(3), random.nextInt(3_000), 0, 0),
            fromMillis,
            fromMillis + 1L + random.nextInt(20));
      }
      NodeProfile single = together.copy();
      TaskRequest request = memory(1 + random.nextInt(4), random.nextInt(4_097));
      int tasks = 1 + random.nextInt(10);
      long durationMillis = 1L + random.nextInt(15);
      List<Long> starts = new ArrayList<>();
      together.takeEach(
          request,
          tasks,
          durationMillis,
          0,
          (startMillis, count) -> {
            for (int i = 0; i < count; i++) {
              starts.add(startMillis);
            }
          });
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < tasks; i++) {
        NodePlacement placement = single.earliestStart(request, durationMillis, 0);
        single.take(request, placement, placement.startMillis() + durationMillis);
        expected.add(placement.startMillis());
      }
      assertThat(starts).as("seed " + seed).isEqualTo(expected);
    }
  }

  private static TaskRequest memory(int processors, int memoryMib) {
    return TaskRequest.onOneNode(new ResourceAmounts(processors, memoryMib, 0, 0));
  }

  private static Job job(String id, int tasks, TaskRequest request, long durationMillis) {
    return new Job(
        new JobId(id), tasks, request.processors(), durationMillis, 0, 1_000, Optional.of(request));
  }

  private static Plan plan(List<ObservedUse> uses, Job... waiting) {
    return EdfSchedule.of(snapshot(uses, waiting)).plan();
  }

  private static Snapshot snapshot(List<ObservedUse> uses, Job... waiting) {
    return new Snapshot(CLUSTER, 0, List.of(), List.of(waiting), Optional.of(uses));
  }
}
