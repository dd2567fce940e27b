package tender.server.store;

import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.ledger.Transfer;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.Store;
import tender.server.model.UserId;

/**
 * Two replicas move money from many threads, say some of it twice, and are cut off in the middle of
 * it while PostgreSQL is killed and started again. At the end the books add up, and what was
 * confirmed is in them, once.
 */
class LedgerCrashTest {
  private static final int OPERATIONS = 100_000;
  private static final int WORKERS_PER_REPLICA = 4;
  private static final int PEOPLE = 5;
  private static final int PROVIDERS = 6;
  private static final int CRASHES = 3;
  private static final int CUT_EVERY_MILLIS = 100;

  private final AtomicInteger operations = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicInteger cuts = new AtomicInteger();
  private final Map<String, Transfer> confirmed = new ConcurrentHashMap<>();
  private final Map<String, Money> deposited = new ConcurrentHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private volatile boolean isOver;

  private PostgresServer server;
  private Database one;
  private Database two;

  @BeforeEach
  void open() {
    server = PostgresServer.start();
    DatabaseSettings settings = server.newDatabase();
    one = Database.open(settings, "one");
    two = Database.open(settings, "two");
    for (int i = 0; i < PEOPLE; i++) {
      one.users().create(person(i));
      if (i > 0) {
        one.ledger().setCreditLimit(AccountId.of(person(i)), Optional.of(new Money(i * 1_000L)));
      }
    }
    for (int i = 0; i < PROVIDERS; i++) {
      one.providers().add(provider(i), 1_000);
    }
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    server.close();
  }

  private static UserId person(int index) {
    return new UserId("person" + index);
  }

  private static ProviderId provider(int index) {
    return new ProviderId("provider" + index);
  }

  @Test
  void theBooksAddUpWhateverHappens() throws Exception {
    List<RandomTransfers> bags = new ArrayList<>();
    long beginNanos = System.nanoTime();
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 2 * WORKERS_PER_REPLICA; i++) {
        RandomTransfers bag =
            new RandomTransfers(
                TestTransfers.bagOf(one, person(i % PEOPLE), "bag" + i),
                List.of(provider(i % 3), provider(3 + i % 3)));
        bags.add(bag);
        Database mine = i % 2 == 0 ? one : two;
        Database other = i % 2 == 0 ? two : one;
        SplittableRandom random = new SplittableRandom(i);
        running.add(executor.submit(() -> pay(bag, mine, other, random)));
      }
      running.add(executor.submit(this::cutConnections));
      running.add(executor.submit(this::watch));
      for (int i = 1; i <= CRASHES; i++) {
        awaitOperations(OPERATIONS / (CRASHES + 1) * i);
        server.kill();
        Thread.sleep(200);
        server.startAgain();
      }
      awaitOperations(OPERATIONS);
      isOver = true;
      for (Future<?> future : running) {
        future.get();
      }
    }
    double seconds = (System.nanoTime() - beginNanos) / 1e9;
    System.out.printf(
        ">> %d operations in %.1f s, %.0f a second; %d not covered, %d cut off with nobody knowing,"
            + " %d connections cut, PostgreSQL killed %d times%n",
        operations.get(),
        seconds,
        operations.get() / seconds,
        refused.get(),
        unknown.get(),
        cuts.get(),
        CRASHES);
    assertThat(violations).isEmpty();
    check(bags);
  }

  private void awaitOperations(int count) throws InterruptedException {
    while (operations.get() < count && violations.isEmpty()) {
      Thread.sleep(10);
    }
  }

  private void pay(RandomTransfers bag, Database mine, Database other, SplittableRandom random) {
    while (!isOver) {
      if (random.nextInt(20) == 0) {
        deposit(random, mine);
      }
      List<Transfer> moves = bag.next(random);
      boolean twice = random.nextInt(10) == 0;
      Store store = mine.store();
      try {
        if (write(bag, moves, store, twice ? Optional.of(other.store()) : Optional.empty())) {
          moves.forEach(move -> confirmed.put(key(move), move));
          bag.moved(moves);
        }
      } catch (Store.InsufficientFunds e) {
        refused.incrementAndGet();
        bag.refused();
      }
      operations.addAndGet(moves.size() * (twice ? 2 : 1));
    }
  }

  private static String key(Transfer move) {
    return move.part() + "/" + move.kind() + "/" + move.total().millicredits();
  }

  /** Whether it was written, found out if need be; said by two at once, or again, if wished. */
  private boolean write(RandomTransfers bag, List<Transfer> moves, Store store, Optional<Store> again) {
    long readVersion = bag.version();
    while (true) {
      try {
        boolean written = store.commit(TestTransfers.moving(bag.id(), readVersion, moves));
        if (again.isPresent()
            && again.get().commit(TestTransfers.moving(bag.id(), readVersion, moves))
            && written) {
          violations.add(bag.id() + " was written twice at version " + readVersion);
        }
        bag.written();
        return true;
      } catch (Store.Unavailable e) {
        unknown.incrementAndGet();
        if (version(bag, store) > readVersion) {
          bag.written();
          return true;
        }
      }
    }
  }

  private static long version(RandomTransfers bag, Store store) {
    while (true) {
      try {
        return store.read(bag.id()).orElseThrow().version();
      } catch (Store.Unavailable e) {
        pause();
      }
    }
  }

  private void deposit(SplittableRandom random, Database database) {
    int number = random.nextInt(2_000);
    String key = "deposit" + number;
    Money amount = new Money(10L * (1 + number));
    int times = 1 + random.nextInt(2);
    for (int said = 0; said < times; ) {
      try {
        Optional<Ledger.Rejection> refusal =
            database.ledger().deposit(AccountId.of(person(number % PEOPLE)), amount, key);
        if (refusal.isPresent()) {
          violations.add("A deposit is refused: " + refusal);
        }
        said++;
        operations.incrementAndGet();
        deposited.put(key, amount);
      } catch (Store.Unavailable e) {
        unknown.incrementAndGet();
        pause();
      }
    }
  }

  /** Ends connections of both replicas, whatever they are doing. */
  private void cutConnections() {
    while (!isOver) {
      try {
        cuts.addAndGet(
            one.sql()
                .list(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where application_name = 'tender' and pid <> pg_backend_pid()
                      and state = 'active'
                    order by random() limit 1
                    """,
                    row -> row.getBoolean(1))
                .size());
        Thread.sleep(CUT_EVERY_MILLIS);
      } catch (Store.Unavailable e) {
        pause();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** At any moment all accounts together have nothing, and none has less than it may. */
  private void watch() {
    while (!isOver) {
      try {
        one.sql()
            .list(
                "select sum(balance), count(*) filter (where balance < lowest) from account",
                row -> {
                  if (row.getLong(1) != 0 || row.getInt(2) != 0) {
                    violations.add(
                        "%d in all, %d too low".formatted(row.getLong(1), row.getInt(2)));
                  }
                  return true;
                });
        Thread.sleep(10);
      } catch (Store.Unavailable e) {
        pause();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void check(List<RandomTransfers> bags) {
    List<Ledger.Account> books = one.ledger().accounts();
    assertThat(books.stream().mapToLong(account -> account.balance().millicredits()).sum())
        .isZero();
    for (Ledger.Account account : books) {
      assertThat(account.balance()).as("%s", account).isEqualTo(account.entrySum());
      account
          .creditLimit()
          .ifPresent(lowest -> assertThat(account.balance()).isGreaterThanOrEqualTo(lowest));
    }
    assertThat(
            one.sql()
                .list("select serial from entry group by serial having sum(amount) <> 0", row -> 1))
        .isEmpty();
    for (RandomTransfers bag : bags) {
      assertThat(one.ledger().find(AccountId.holdFor(bag.id())).map(Ledger.Account::balance))
          .as("held for %s", bag.id())
          .contains(bag.held());
    }
    Map<String, Money> booked = new ConcurrentHashMap<>();
    one.sql()
        .list(
            "select key, amount from transfer",
            row -> booked.put(row.getString(1), new Money(row.getLong(2))));
    deposited.forEach((key, amount) -> assertThat(booked.remove(key)).isEqualTo(amount));
    for (Map.Entry<String, Transfer> entry : confirmed.entrySet()) {
      Money amount = booked.remove(entry.getKey());
      Transfer transfer = entry.getValue();
      if (transfer.kind() == Transfer.Kind.PENALTY) {
        assertThat(amount == null || amount.compareTo(transfer.amount()) <= 0).isTrue();
      } else {
        assertThat(amount).as("%s was confirmed", entry.getKey()).isEqualTo(transfer.amount());
      }
    }
    assertThat(booked).as("what nobody was told of").isEmpty();
    assertThat(confirmed.size()).as("else little was tried").isGreaterThan(OPERATIONS / 4);
    assertThat(refused.get()).as("else no account was too low").isPositive();
    assertThat(cuts.get()).as("else nobody was cut off").isGreaterThan(CRASHES);
  }
}
