package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.server.model.ReplicaShare;
import tender.server.store.identity.AgentConnectionRepository;

class ReplicaShareTest extends DatabaseTestCase {
  private static final int BAGS = 40;

  @Test
  void replicasReadTheBagsOfTheirSharesUntilOthersAreLate() {
    long dueMillis = 0;
    for (int i = 0; i < BAGS; i++) {
      BagId bag = new BagId("bag" + i);
      database.store().commit(TestTransactions.called(bag, 0));
      dueMillis = database.store().read(bag).orElseThrow().state().timerMillis();
    }
    List<BagId> first = due(dueMillis, 0);
    List<BagId> second = due(dueMillis, 1);
    assertThat(first).hasSizeBetween(1, BAGS - 1).doesNotContainAnyElementsOf(second);
    assertThat(first.size() + second.size()).isEqualTo(BAGS);
    assertThat(due(dueMillis + 2_999, 0)).isEqualTo(first);
    assertThat(due(dueMillis + 3_000, 0)).hasSize(BAGS);
    assertThat(database.store().dueBags(dueMillis, BAGS, ReplicaShare.ALL)).hasSize(BAGS);
  }

  private List<BagId> due(long nowMillis, int index) {
    return new ArrayList<>(database.store().dueBags(nowMillis, BAGS, new ReplicaShare(index, 2)));
  }

  @Test
  void deadReplicaHasNoShare() {
    AgentConnectionRepository replicas = database.agentConnections();
    replicas.heartbeat("a");
    replicas.heartbeat("b");
    replicas.heartbeat("c");
    assertThat(replicas.share("b")).isEqualTo(new ReplicaShare(1, 3));
    sql.update("update replica set heartbeat_millis = heartbeat_millis - 60000 where id = 'a'");
    assertThat(replicas.share("b")).isEqualTo(new ReplicaShare(0, 2));
    assertThat(replicas.share("a")).isEqualTo(ReplicaShare.ALL);
  }
}
