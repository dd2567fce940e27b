package tender.server.store;

import tender.server.store.bags.OutboxListener;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;

class OutboxNotificationTest extends DatabaseTestCase {
  private final Semaphore looks = new Semaphore(0);

  @Test
  void theReplicaOnWhichAnAgentHangsIsTold() throws Exception {
    try (Database there = Database.open(settings, "there");
        OutboxListener listener = there.listenForOutbox(looks::release)) {
      assertThat(listener).isNotNull();
      hang("there");
      assertLook("it has connected");
      database.store().commit(TestTransactions.called(new BagId("a"), 3));
      assertLook("its agents are owed something");
      assertThat(there.store().outbox(9)).hasSize(3);
    }
  }

  @Test
  void nobodyIsToldOfWhatIsOwedHereOrWasNotWritten() throws Exception {
    try (Database there = Database.open(settings, "there");
        OutboxListener listener = there.listenForOutbox(looks::release)) {
      assertThat(listener).isNotNull();
      hang("there");
      database.agentConnections().setConnected(TestTransactions.provider(0), "here");
      assertLook("it has connected");
      database.store().commit(TestTransactions.called(new BagId("a"), 1));
      database.store().commit(TestTransactions.written(new BagId("b"), 7, 3));
      there.store().commit(TestTransactions.called(new BagId("c"), 3));
      assertThat(looks.tryAcquire(500, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void aLostConnectionIsOpenedAgainAndThenOneLooks() throws Exception {
    try (Database there = Database.open(settings, "there");
        OutboxListener listener = there.listenForOutbox(looks::release)) {
      assertThat(listener).isNotNull();
      hang("there");
      assertLook("it has connected");
      sql.list(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where query ilike 'listen%' and pid <> pg_backend_pid()",
          row -> true);
      assertLook("it has connected again");
      database.store().commit(TestTransactions.called(new BagId("a"), 3));
      assertLook("its agents are owed something");
    }
  }

  private void assertLook(String why) throws InterruptedException {
    assertThat(looks.tryAcquire(20, TimeUnit.SECONDS)).as(why).isTrue();
  }

  private void hang(String replica) {
    database.agentConnections().heartbeat("here", "host:1");
    database.agentConnections().heartbeat(replica, "host:2");
    for (int i = 0; i < 3; i++) {
      database.agentConnections().setConnected(TestTransactions.provider(i), replica);
    }
  }
}
