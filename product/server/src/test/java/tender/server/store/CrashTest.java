package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.store.bags.PostgresStore;

/** Two replicas write the same bags from many threads while PostgreSQL is killed and restarted. */
@Tag("live")
class CrashTest {
  private static final int BAGS = 3;
  private static final int WRITERS_PER_REPLICA = 3;
  private static final int MESSAGES = 3;
  private static final int CRASHES = 2;
  private static final int PHASE_MILLIS = 1_500;

  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicLong writes = new AtomicLong();
  private final Map<Version, Integer> winners = new ConcurrentHashMap<>();
  private final Map<Version, List<Integer>> unknown = new ConcurrentHashMap<>();
  private final Map<OutboxMessage.Id, OutboxMessage> seen = new ConcurrentHashMap<>();
  private final Map<OutboxMessage.Id, Boolean> acknowledged = new ConcurrentHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private volatile boolean isOver;

  private PostgresServer server;
  private Database one;
  private Database two;

  private record Version(BagId bag, long version) {}

  @BeforeEach
  void open() {
    server = PostgresServer.start();
    DatabaseSettings settings = server.newDatabase();
    one = Database.open(settings, "one");
    two = Database.open(settings, "two");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    server.close();
  }

  @Test
  void crashLosesAndDuplicatesNothing() throws Exception {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      for (Database replica : List.of(one, two)) {
        for (int i = 0; i < WRITERS_PER_REPLICA; i++) {
          int seed = running.size();
          running.add(executor.submit(() -> write(replica.store(), new SplittableRandom(seed))));
        }
        running.add(executor.submit(() -> acknowledge(replica.store())));
      }
      Thread.sleep(PHASE_MILLIS);
      for (int i = 0; i < CRASHES; i++) {
        crash();
      }
      isOver = true;
      for (Future<?> future : running) {
        future.get();
      }
    }
    assertThat(violations).isEmpty();
    for (int i = 0; i < BAGS; i++) {
      check(one.store(), bag(i));
    }
  }

  private void crash() throws InterruptedException {
    server.kill();
    Thread.sleep(200);
    server.restart();
    long upNanos = System.nanoTime();
    long before = writes.get();
    while (writes.get() == before) {
      assertThat(System.nanoTime() - upNanos)
          .as("no write since the restart of PostgreSQL")
          .isLessThan(60_000_000_000L);
      Thread.sleep(1);
    }
    System.out.printf(
        ">> first write %d ms after the restart of PostgreSQL%n",
        (System.nanoTime() - upNanos) / 1_000_000);
    Thread.sleep(PHASE_MILLIS);
  }

  private static BagId bag(int index) {
    return new BagId("bag" + index);
  }

  private void write(Store store, SplittableRandom random) {
    while (!isOver) {
      BagId bag = bag(random.nextInt(BAGS));
      int attempt = attempts.incrementAndGet();
      Transaction transaction = null;
      try {
        long readVersion = store.read(bag).map(StoredBag::version).orElse(StoredBag.ABSENT);
        transaction = transaction(bag, readVersion, attempt);
        if (store.commit(transaction)) {
          Integer other = winners.put(new Version(bag, transaction.version()), attempt);
          if (other != null) {
            violations.add(transaction + " was also written by " + other);
          }
          writes.incrementAndGet();
        }
      } catch (Store.Unavailable e) {
        if (transaction != null) {
          unknown
              .computeIfAbsent(
                  new Version(bag, transaction.version()), v -> new CopyOnWriteArrayList<>())
              .add(attempt);
        }
        pause();
      }
    }
  }

  /** Each attempt uses another reservation, so that its rows can be distinguished. */
  private static Transaction transaction(BagId bag, long readVersion, int attempt) {
    ReservationId part =
        new ReservationId(new CallId(bag, 1), attempt, TestTransactions.provider(0));
    List<OutboxMessage> messages = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      messages.add(
          new OutboxMessage(
              new OutboxMessage.Id(bag, readVersion + 1, i),
              TestTransactions.provider(i),
              new Message.Inquire(part)));
    }
    TaskSet task = TaskSet.range((int) readVersion, (int) readVersion + 1);
    return new Transaction(
        bag,
        readVersion,
        TestTransactions.state(bag, attempt),
        messages,
        List.of(new Transaction.AcceptedResults(part, task)),
        List.of(),
        List.of());
  }

  private void acknowledge(PostgresStore store) {
    while (!isOver) {
      try {
        List<OutboxMessage> messages = store.outbox(50);
        for (OutboxMessage message : messages) {
          see(message);
        }
        store.acknowledge(
            messages.stream()
                .map(one -> new PostgresStore.Acknowledgement(one.to(), one.id()))
                .toList());
        messages.forEach(one -> acknowledged.put(one.id(), true));
      } catch (Store.Unavailable e) {
        pause();
      }
    }
  }

  private void see(OutboxMessage message) {
    OutboxMessage before = seen.put(message.id(), message);
    if (before != null && !before.equals(message)) {
      violations.add(before + " was changed to " + message);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void check(PostgresStore store, BagId bag) {
    long version = store.read(bag).orElseThrow().version();
    assertThat(version).as("enough writes were attempted").isGreaterThan(10);
    List<OutboxMessage> remaining = store.outbox(1_000_000);
    remaining.forEach(this::see);
    assertThat(violations).isEmpty();
    assertThat(remaining)
        .extracting(OutboxMessage::id)
        .doesNotContainAnyElementsOf(acknowledged.keySet());

    for (Version won : winners.keySet()) {
      if (won.bag().equals(bag)) {
        assertThat(won.version()).as("a confirmed write is stored").isLessThanOrEqualTo(version);
      }
    }
    Map<Long, Integer> accepted = acceptedAttempts(bag);
    assertThat(accepted).hasSize((int) version);
    for (long each = 1; each <= version; each++) {
      Version at = new Version(bag, each);
      OutboxMessage first = seen.get(new OutboxMessage.Id(bag, each, 0));
      assertThat(first).as("message of version %s", at).isNotNull();
      int writer = ((Message.Inquire) first.message()).id().attempt();
      if (winners.containsKey(at)) {
        assertThat(winners).containsEntry(at, writer);
      } else {
        assertThat(unknown.getOrDefault(at, List.of())).as("writer of %s", at).contains(writer);
      }
      for (int index = 1; index < MESSAGES; index++) {
        assertThat(seen.get(new OutboxMessage.Id(bag, each, index)).message())
            .isEqualTo(first.message());
      }
      assertThat(accepted.get(each - 1)).as("accepted reservation").isEqualTo(writer);
    }
  }

  /** The attempt whose result was accepted for each task; the task is the version read. */
  private Map<Long, Integer> acceptedAttempts(BagId bag) {
    Map<Long, Integer> accepted = new HashMap<>();
    one.sql()
        .list(
            "select attempt, lower(tasks), upper(tasks) from accepted_result where bag = ?",
            row -> {
              assertThat(row.getInt(3)).isEqualTo(row.getInt(2) + 1);
              return accepted.put((long) row.getInt(2), row.getInt(1));
            },
            bag.value())
        .forEach(other -> assertThat(other).as("one accepted result per task").isNull());
    return accepted;
  }
}
