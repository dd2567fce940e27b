package tender.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tender.core.model.Time;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeCluster.Group;
import tender.core.resource.NodeKind;
import tender.core.resource.Resource;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

class NodeProfileTest {
  private record Placed(TaskRequest request, NodePlacement placement, long untilMillis) {}

  @Test
  void searchesMatchNaiveProfile() {
    for (long seed = 0; seed < 150; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      NodeProfile profile = NodeProfile.of(0, cluster);
      NaiveNodeProfile naive = new NaiveNodeProfile(cluster);
      List<Placed> placed = new ArrayList<>();
      long originMillis = 0;
      for (int i = 0; i < 60; i++) {
        String description = "seed " + seed + ", operation " + i;
        if (!placed.isEmpty() && random.nextInt(3) == 0) {
          release(placed.remove(random.nextInt(placed.size())), originMillis, profile, naive);
        } else {
          placed.add(place(random, cluster, originMillis, profile, naive, description));
        }
        if (random.nextInt(10) == 0) {
          originMillis += random.nextInt(6);
          profile.trimBefore(originMillis);
        }
        if (random.nextInt(20) == 0) {
          profile = profile.copy();
        }
      }
      assertSameTaken(profile, naive, originMillis, "seed " + seed);
    }
  }

  private static Placed place(
      SplittableRandom random,
      NodeCluster cluster,
      long originMillis,
      NodeProfile profile,
      NaiveNodeProfile naive,
      String description) {
    TaskRequest request = RandomNodes.request(random, cluster);
    long durationMillis = random.nextInt(1, 13);
    long notBeforeMillis = originMillis + (random.nextInt(4) == 0 ? random.nextInt(20) : 0);
    NodePlacement placement = profile.earliestStart(request, durationMillis, notBeforeMillis);
    long startMillis = placement.startMillis();
    assertThat(startMillis)
        .as(description)
        .isEqualTo(naive.earliestStart(request, durationMillis, notBeforeMillis));
    assertThat(placement.nodes().distinct().count()).isEqualTo(request.nodes());
    long untilMillis = startMillis + durationMillis;
    assertThat(placement.nodes())
        .as(description)
        .allMatch(node -> naive.fits(request, node, startMillis, untilMillis));
    assertThat(profile.startAt(request, durationMillis, startMillis)).isEqualTo(placement);
    profile.take(request, placement, untilMillis);
    naive.add(request, placement, startMillis, untilMillis, 1);
    return new Placed(request, placement, untilMillis);
  }

  private static void release(
      Placed ended, long originMillis, NodeProfile profile, NaiveNodeProfile naive) {
    long fromMillis = Math.max(originMillis, ended.placement.startMillis());
    if (fromMillis < ended.untilMillis) {
      profile.release(ended.request, ended.placement, fromMillis, ended.untilMillis);
      naive.add(ended.request, ended.placement, fromMillis, ended.untilMillis, -1);
    }
  }

  private static void assertSameTaken(
      NodeProfile profile, NaiveNodeProfile naive, long originMillis, String description) {
    for (int node = 0; node < profile.cluster().nodes(); node++) {
      ResourceAmounts total = profile.cluster().kindOf(node).total();
      for (long instant = originMillis; instant < originMillis + 200; instant++) {
        for (Resource resource : Resource.values()) {
          assertThat(profile.freeAt(node, instant).amount(resource))
              .as(description)
              .isEqualTo(total.amount(resource) - naive.taken(node, instant, resource));
        }
      }
    }
  }

  @Test
  void freeMemoryOfTwoNodesDoesNotHoldOneTask() {
    NodeCluster cluster =
        NodeCluster.of(NodeKind.of("node", new ResourceAmounts(8, 8_192, 0, 0)), 2);
    NodeProfile profile = NodeProfile.of(0, cluster);
    TaskRequest half = TaskRequest.onOneNode(new ResourceAmounts(1, 4_096, 0, 0));
    profile.take(half, new NodePlacement(0, 0), 100);
    profile.take(half, new NodePlacement(0, 1), 50);

    TaskRequest whole = TaskRequest.onOneNode(new ResourceAmounts(1, 8_192, 0, 0));
    assertThat(profile.earliestStart(whole, 10, 0)).isEqualTo(new NodePlacement(50, 1));
    TaskRequest spread = TaskRequest.onNodes(2, new ResourceAmounts(1, 4_096, 0, 0));
    assertThat(profile.earliestStart(spread, 10, 0)).isEqualTo(new NodePlacement(0, 0, 1));
  }

  @Test
  void scarceNodesStayFree() {
    NodeKind gpu = new NodeKind("gpu", new ResourceAmounts(8, 100, 4, 0), "a100", new TreeSet<>());
    NodeKind large = NodeKind.of("large", new ResourceAmounts(8, 1_000, 0, 0));
    NodeKind featured =
        new NodeKind(
            "featured", new ResourceAmounts(8, 100, 0, 0), "", new TreeSet<>(List.of("ib")));
    NodeKind plain = NodeKind.of("plain", new ResourceAmounts(8, 100, 0, 0));
    NodeCluster cluster =
        new NodeCluster(
            List.of(
                new Group(gpu, 1),
                new Group(featured, 1),
                new Group(large, 1),
                new Group(plain, 1)));
    NodeProfile profile = NodeProfile.of(0, cluster);
    TaskRequest request = TaskRequest.onOneNode(new ResourceAmounts(8, 100, 0, 0));
    List<Integer> used = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      NodePlacement placement = profile.earliestStart(request, 10, 0);
      assertThat(placement.startMillis()).isZero();
      profile.take(request, placement, 10);
      used.add(placement.node(0));
    }
    assertThat(used).containsExactly(3, 2, 1, 0);
  }

  @Test
  void fullestSuitableNodeIsUsed() {
    NodeProfile profile =
        NodeProfile.of(
            0, NodeCluster.of(NodeKind.of("node", new ResourceAmounts(8, 100, 0, 0)), 3));
    TaskRequest five = TaskRequest.onOneNode(ResourceAmounts.ofProcessors(5));
    TaskRequest two = TaskRequest.onOneNode(ResourceAmounts.ofProcessors(2));
    profile.take(two, new NodePlacement(0, 1), 10);
    profile.take(five, new NodePlacement(0, 2), 10);
    assertThat(profile.earliestStart(two, 5, 0)).isEqualTo(new NodePlacement(0, 2));
    assertThat(profile.earliestStart(five, 5, 0)).isEqualTo(new NodePlacement(0, 1));
  }

  @Test
  void unsuitableOrBlockedRequestHasNoPlacement() {
    NodeProfile profile =
        NodeProfile.of(
            0, NodeCluster.of(NodeKind.of("node", new ResourceAmounts(8, 100, 0, 0)), 2));
    TaskRequest gpu = TaskRequest.onOneNode(new ResourceAmounts(1, 0, 1, 0));
    assertThat(profile.earliestStart(gpu, 5, 0)).isEqualTo(NodePlacement.NONE);
    TaskRequest both = TaskRequest.onNodes(2, ResourceAmounts.ofProcessors(8));
    profile.take(
        TaskRequest.onOneNode(ResourceAmounts.ofProcessors(1)),
        new NodePlacement(3, 1),
        Time.NEVER);
    assertThat(profile.earliestStart(both, 3, 0).startMillis()).isZero();
    assertThat(profile.earliestStart(both, 4, 0)).isEqualTo(NodePlacement.NONE);
    assertThat(profile.earliestStart(both, 4, 0).startMillis()).isEqualTo(Time.NEVER);
  }

  @Test
  void occupiedPlaceCannotBeTaken() {
    NodeProfile profile =
        NodeProfile.of(
            0, NodeCluster.of(NodeKind.of("node", new ResourceAmounts(8, 100, 0, 0)), 2));
    TaskRequest memory = TaskRequest.onNodes(2, new ResourceAmounts(1, 60, 0, 0));
    NodePlacement place = new NodePlacement(5, 0, 1);
    profile.take(memory, place, 9);
    NodeProfile copy = profile.copy();
    copy.release(memory, place, 5, 9);
    assertThatThrownBy(() -> profile.take(memory, place, 9))
        .hasMessage(
            "Cannot place a task at 5 ms on nodes [0, 1] until 9 ms: node 0 has too little free.");
    copy.take(memory, place, 9);
  }
}
