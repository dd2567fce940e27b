package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;

@Tag("live")
class DatabaseTest {

  @Test
  void concurrentReplicasCreateTheSchemaOnce() throws Exception {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    try (ExecutorService executor = Executors.newFixedThreadPool(3)) {
      List<Callable<Database>> replicas = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String replica = "replica" + i;
        replicas.add(() -> Database.open(settings, replica));
      }
      for (Future<Database> opened : executor.invokeAll(replicas)) {
        try (Database database = opened.get()) {
          assertThat(database.store().read(new BagId("a"))).isEmpty();
        }
      }
    }
  }

  @Test
  void clockFollowsTheDatabase() throws Exception {
    try (Database database = Database.open(PostgresServer.shared().newDatabase(), "replica")) {
      long beforeMillis = System.currentTimeMillis();
      long firstMillis = database.store().nowMillis();
      // The database runs on this machine and has the same clock.
      assertThat(firstMillis).isBetween(beforeMillis - 1_000, beforeMillis + 10_000);
      Thread.sleep(20);
      assertThat(database.store().nowMillis()).isBetween(firstMillis + 20, firstMillis + 10_000);
    }
  }

  @Test
  void secretIsCreatedByTheFirstReplica() {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    try (Database one = Database.open(settings, "one");
        Database other = Database.open(settings, "other")) {
      assertThat(one.secrets().getOrCreate("authority", () -> "first")).isEqualTo("first");
      assertThat(other.secrets().getOrCreate("authority", () -> "second")).isEqualTo("first");
      assertThat(other.secrets().getOrCreate("other", () -> "second")).isEqualTo("second");
      assertThat(
              one.secrets()
                  .getOrCreate("raced", () -> other.secrets().getOrCreate("raced", () -> "faster")))
          .isEqualTo("faster");
    }
  }
}
