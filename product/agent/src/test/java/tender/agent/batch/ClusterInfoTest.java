package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.model.Bag;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

class ClusterInfoTest {
  private static final ClusterNodes NODES =
      ClusterNodes.of(Map.of("one", NodeKind.of("any", new ResourceAmounts(4, 1_000, 0, 0))), 0);

  private static ClusterInfo cluster(Optional<ClusterNodes> nodes) {
    return new ClusterInfo("test", 4, 100, 100, 2, 0, false, nodes);
  }

  private static Bag bag(int width) {
    return new Bag(1, width, 1_000, 0, 60_000);
  }

  @Test
  void tooWideTasksCannotRun() {
    assertThat(cluster(Optional.empty()).canRun(bag(2))).isTrue();
    assertThat(cluster(Optional.empty()).canRun(bag(3))).isFalse();
  }

  @Test
  void exclusiveTasksRunOnlyOnNodesThatCanBeExclusive() {
    TaskRequest shared = TaskRequest.onOneNode(ResourceAmounts.ofProcessors(1));
    Bag exclusive = bag(1).withRequest(Optional.of(shared.onExclusiveNodes()));
    assertThat(cluster(Optional.of(NODES)).canRun(exclusive)).isTrue();
    ClusterInfo always = cluster(Optional.of(NODES.withoutExclusive()));
    assertThat(always.canRun(exclusive)).isFalse();
    assertThat(always.canRun(bag(1).withRequest(Optional.of(shared)))).isTrue();
  }
}
