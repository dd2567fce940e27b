package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;

class NotificationsTest extends WithDatabase {
  private final Semaphore looks = new Semaphore(0);

  @Test
  void theReplicaOnWhichAnAgentHangsIsTold() throws Exception {
    try (Database there = Database.open(settings, "there");
        OwedListener listener = there.listen(looks::release)) {
      assertThat(listener).isNotNull();
      hang("there");
      assertLook("it has connected");
      database.store().commit(Bags.called(new BagId("a"), 3));
      assertLook("its agents are owed something");
      assertThat(there.store().owed(9)).hasSize(3);
    }
  }

  @Test
  void nobodyIsToldOfWhatIsOwedHereOrWasNotWritten() throws Exception {
    try (Database there = Database.open(settings, "there");
        OwedListener listener = there.listen(looks::release)) {
      assertThat(listener).isNotNull();
      hang("there");
      database.streams().connected(Bags.provider(0), "here");
      assertLook("it has connected");
      database.store().commit(Bags.called(new BagId("a"), 1));
      database.store().commit(Bags.written(new BagId("b"), 7, 3));
      there.store().commit(Bags.called(new BagId("c"), 3));
      assertThat(looks.tryAcquire(500, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void aLostConnectionIsOpenedAgainAndThenOneLooks() throws Exception {
    try (Database there = Database.open(settings, "there");
        OwedListener listener = there.listen(looks::release)) {
      assertThat(listener).isNotNull();
      hang("there");
      assertLook("it has connected");
      sql.list(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where query ilike 'listen%' and pid <> pg_backend_pid()",
          row -> true);
      assertLook("it has connected again");
      database.store().commit(Bags.called(new BagId("a"), 3));
      assertLook("its agents are owed something");
    }
  }

  private void assertLook(String why) throws InterruptedException {
    assertThat(looks.tryAcquire(20, TimeUnit.SECONDS)).as(why).isTrue();
  }

  private void hang(String replica) {
    database.streams().heartbeat("here", "host:1");
    database.streams().heartbeat(replica, "host:2");
    for (int i = 0; i < 3; i++) {
      database.streams().connected(Bags.provider(i), replica);
    }
  }
}
