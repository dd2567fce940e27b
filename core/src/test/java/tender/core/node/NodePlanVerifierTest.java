package tender.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tender.core.model.JobId;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeCluster.Group;
import tender.core.resource.NodeKind;
import tender.core.resource.Resource;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** Plans with one planted violation each. */
class NodePlanVerifierTest {
  private static final NodeKind PLAIN = NodeKind.of("plain", new ResourceAmounts(4, 8, 0, 4));
  private static final NodeKind GPU =
      new NodeKind("gpu", new ResourceAmounts(4, 8, 2, 4), "a100", new TreeSet<>(List.of("fast")));
  private static final NodeCluster CLUSTER =
      new NodeCluster(List.of(new Group(PLAIN, 2), new Group(GPU, 1)));
  private static final TaskRequest SMALL = TaskRequest.onOneNode(new ResourceAmounts(1, 1, 0, 0));
  private static final JobId RUNS = new JobId("runs");

  @Test
  void correctPlanHasNoViolations() {
    TaskRequest half = TaskRequest.onNodes(2, new ResourceAmounts(2, 4, 0, 2));
    assertThat(verify(use("a", half, 5, 0, 1), use("b", half, 10, 1, 2))).isEmpty();
    assertThat(verify(use("a", SMALL.onExclusiveNodes(), 20, 0), use("b", SMALL, 30, 0))).isEmpty();
  }

  @Test
  void missingFeatureIsFound() {
    assertThat(verify(use("a", SMALL.withFeature("fast"), 5, 1)))
        .containsExactly(new NodePlanViolation.MissingFeature(new JobId("a"), 1, "fast"));
  }

  @Test
  void wrongGpuTypeIsFound() {
    TaskRequest gpu = TaskRequest.onOneNode(new ResourceAmounts(1, 1, 1, 0)).withGpuType("k80");
    assertThat(verify(use("a", gpu, 5, 2)))
        .containsExactly(new NodePlanViolation.WrongGpuType(new JobId("a"), 2, "k80", "a100"));
  }

  @Test
  void sharedExclusiveNodeIsFound() {
    assertThat(verify(use("a", SMALL.onExclusiveNodes(), 25, 1), use("b", SMALL, 20, 1)))
        .containsExactly(
            new NodePlanViolation.ExclusiveNodeShared(new JobId("a"), 1, new JobId("b")));
    assertThat(verify(use("a", SMALL.onExclusiveNodes(), 19, 0)))
        .containsExactly(new NodePlanViolation.ExclusiveNodeShared(new JobId("a"), 0, RUNS));
  }

  @Test
  void tooFewDifferentNodesAreFound() {
    TaskRequest two = TaskRequest.onNodes(2, new ResourceAmounts(1, 1, 0, 0));
    assertThat(verify(use("a", two, 5, 1, 1)))
        .containsExactly(new NodePlanViolation.WrongNumberOfNodes(new JobId("a"), 2, 1));
    assertThat(verify(use("a", two, 5, 1, 3)))
        .containsExactly(new NodePlanViolation.UnknownNode(new JobId("a"), 3));
  }

  @Test
  void startInThePastIsFound() {
    assertThat(verify(use("a", SMALL, -1, 1)))
        .containsExactly(new NodePlanViolation.StartsTooEarly(new JobId("a"), -1, 0));
  }

  /** A correct plan and one more task that needs one more of one resource than a node has left. */
  @Test
  void oneResourceTooMuchOnOneNodeIsFound() {
    int planted = 0;
    for (long seed = 0; seed < 400; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      NodeProfile profile = NodeProfile.of(0, cluster);
      List<NodeUse> plan = new ArrayList<>();
      for (NodeJob job : RandomNodes.jobs(random, cluster, 10, 1, 0)) {
        NodePlacement placement =
            profile.earliestStart(job.request(), job.job().durationMillis(), 0);
        profile.take(
            job.request(), placement, placement.startMillis() + job.job().durationMillis());
        plan.add(NodeUse.of(job, placement));
      }
      assertThat(NodePlanVerifier.verify(cluster, 0, List.of(), plan)).isEmpty();
      int node = random.nextInt(cluster.nodes());
      Resource resource = List.of(Resource.values()).get(random.nextInt(4));
      ResourceAmounts free = profile.freeAt(node, 3);
      if (free.processors() > 0 && !isExclusive(plan, node)) {
        TaskRequest tooMuch = TaskRequest.onOneNode(oneMoreThan(free, resource));
        plan.add(new NodeUse(new JobId("planted"), tooMuch, new NodePlacement(3, node), 4));
        int total = cluster.kindOf(node).total().amount(resource);
        assertThat(NodePlanVerifier.verify(cluster, 0, List.of(), plan))
            .as("seed " + seed)
            .containsExactly(
                new NodePlanViolation.Oversubscribed(node, resource, 3, total + 1L, total));
        planted++;
      }
    }
    assertThat(planted).isGreaterThan(100);
  }

  private static boolean isExclusive(List<NodeUse> plan, int node) {
    return plan.stream().anyMatch(use -> use.isOn(node) && use.request().exclusive());
  }

  private static ResourceAmounts oneMoreThan(ResourceAmounts free, Resource resource) {
    return new ResourceAmounts(
        resource == Resource.PROCESSORS ? free.processors() + 1 : 1,
        resource == Resource.MEMORY ? free.memoryMib() + 1 : 0,
        resource == Resource.GPUS ? free.gpus() + 1 : 0,
        resource == Resource.SCRATCH ? free.scratchMib() + 1 : 0);
  }

  private static NodeUse use(String job, TaskRequest request, long startMillis, int... nodes) {
    return new NodeUse(
        new JobId(job), request, new NodePlacement(startMillis, nodes), startMillis + 10);
  }

  /** Next to a running task on node 0 until 20. */
  private static List<NodePlanViolation> verify(NodeUse... planned) {
    NodeUse running = new NodeUse(RUNS, SMALL, new NodePlacement(-5, 0), 20);
    return NodePlanVerifier.verify(CLUSTER, 0, List.of(running), List.of(planned));
  }
}
