package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.server.store.bags.OutboxListener;

class OutboxNotificationTest extends DatabaseTestCase {
  private final Semaphore polls = new Semaphore(0);

  @Test
  void replicaOfTheAgentIsNotified() throws Exception {
    try (Database there = Database.open(settings, "there");
        OutboxListener listener = there.listenForOutbox(polls::release)) {
      assertThat(listener).isNotNull();
      connectAgents("there");
      assertPoll("connected");
      database.store().commit(TestTransactions.called(new BagId("a"), 3));
      assertPoll("new messages");
      assertThat(there.store().outbox(9)).hasSize(3);
    }
  }

  @Test
  void localOrUnwrittenMessagesCauseNoNotification() throws Exception {
    try (Database there = Database.open(settings, "there");
        OutboxListener listener = there.listenForOutbox(polls::release)) {
      assertThat(listener).isNotNull();
      connectAgents("there");
      database.agentConnections().setConnected(TestTransactions.provider(0), "here");
      assertPoll("connected");
      database.store().commit(TestTransactions.called(new BagId("a"), 1));
      database.store().commit(TestTransactions.written(new BagId("b"), 7, 3));
      there.store().commit(TestTransactions.called(new BagId("c"), 3));
      assertThat(polls.tryAcquire(500, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void listenerReconnectsAndPolls() throws Exception {
    try (Database there = Database.open(settings, "there");
        OutboxListener listener = there.listenForOutbox(polls::release)) {
      assertThat(listener).isNotNull();
      connectAgents("there");
      assertPoll("connected");
      sql.list(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where query ilike 'listen%' and pid <> pg_backend_pid()",
          row -> true);
      assertPoll("reconnected");
      database.store().commit(TestTransactions.called(new BagId("a"), 3));
      assertPoll("new messages");
    }
  }

  private void assertPoll(String description) throws InterruptedException {
    assertThat(polls.tryAcquire(20, TimeUnit.SECONDS)).as(description).isTrue();
  }

  private void connectAgents(String replica) {
    database.agentConnections().heartbeat("here");
    database.agentConnections().heartbeat(replica);
    for (int i = 0; i < 3; i++) {
      database.agentConnections().setConnected(TestTransactions.provider(i), replica);
    }
  }
}
