package tender.server.store;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.ledger.Transfer;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.Store;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/**
 * Two replicas transfer money from many threads, repeat some transfers, and lose connections while
 * PostgreSQL is killed and restarted. At the end the ledger balances, and every confirmed transfer
 * is stored once.
 */
@Tag("live")
class LedgerCrashTest {
  private static final int OPERATIONS = 100_000;
  private static final int WORKERS_PER_REPLICA = 4;
  private static final int USERS = 5;
  private static final int PROVIDERS = 6;
  private static final int CRASHES = 3;
  private static final int CUT_INTERVAL_MILLIS = 100;

  private final AtomicInteger operations = new AtomicInteger();
  private final AtomicInteger rejected = new AtomicInteger();
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
    for (int i = 0; i < USERS; i++) {
      one.users().create(user(i));
      one.ledger()
          .setCreditLimit(
              AccountId.of(user(i)),
              i == 0 ? Optional.empty() : Optional.of(new Money(i * 1_000L)));
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

  private static UserId user(int index) {
    return new UserId("user" + index);
  }

  private static ProviderId provider(int index) {
    return new ProviderId("provider" + index);
  }

  @Test
  void ledgerBalancesAfterCrashes() throws Exception {
    List<RandomTransfers> bags = new ArrayList<>();
    long startNanos = System.nanoTime();
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 2 * WORKERS_PER_REPLICA; i++) {
        RandomTransfers bag =
            new RandomTransfers(
                TestTransfers.bagOf(one, user(i % USERS), "bag" + i),
                List.of(provider(i % 3), provider(3 + i % 3)));
        bags.add(bag);
        Database mine = i % 2 == 0 ? one : two;
        Database other = i % 2 == 0 ? two : one;
        SplittableRandom random = new SplittableRandom(i);
        running.add(executor.submit(() -> pay(bag, mine, other, random)));
      }
      running.add(executor.submit(this::cutConnections));
      running.add(executor.submit(this::checkBalances));
      for (int i = 1; i <= CRASHES; i++) {
        awaitOperations(OPERATIONS / (CRASHES + 1) * i);
        server.kill();
        Thread.sleep(200);
        server.restart();
      }
      awaitOperations(OPERATIONS);
      isOver = true;
      for (Future<?> future : running) {
        future.get();
      }
    }
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    System.out.printf(
        ">> %d operations in %.1f s, %.0f per second; %d insufficient funds, %d unknown outcomes,"
            + " %d connections cut, PostgreSQL killed %d times%n",
        operations.get(),
        seconds,
        operations.get() / seconds,
        rejected.get(),
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
      List<Transfer> transfers = bag.next(random);
      boolean twice = random.nextInt(10) == 0;
      Store store = mine.store();
      try {
        if (write(bag, transfers, store, twice ? Optional.of(other.store()) : Optional.empty())) {
          transfers.forEach(transfer -> confirmed.put(key(transfer), transfer));
          bag.committed(transfers);
        }
      } catch (Store.InsufficientFunds e) {
        rejected.incrementAndGet();
        bag.rejected();
      }
      operations.addAndGet(transfers.size() * (twice ? 2 : 1));
    }
  }

  private static String key(Transfer transfer) {
    return transfer.part() + "/" + transfer.kind() + "/" + transfer.total().millicredits();
  }

  /** Writes transfers, reads the outcome if it is unknown, and optionally repeats the write. */
  private boolean write(
      RandomTransfers bag, List<Transfer> transfers, Store store, Optional<Store> again) {
    long readVersion = bag.version();
    while (true) {
      try {
        boolean written =
            store.commit(TestTransfers.withTransfers(bag.id(), readVersion, transfers));
        if (again.isPresent()
            && again.get().commit(TestTransfers.withTransfers(bag.id(), readVersion, transfers))
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
    for (int sent = 0; sent < times; ) {
      try {
        Optional<Ledger.Rejection> rejection =
            database.ledger().deposit(AccountId.of(user(number % USERS)), amount, key);
        if (rejection.isPresent()) {
          violations.add("Deposit rejected: " + rejection);
        }
        sent++;
        operations.incrementAndGet();
        deposited.put(key, amount);
      } catch (Store.Unavailable e) {
        unknown.incrementAndGet();
        pause();
      }
    }
  }

  /** Terminates random active connections of both replicas. */
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
        Thread.sleep(CUT_INTERVAL_MILLIS);
      } catch (Store.Unavailable e) {
        pause();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** At any moment the balances add up to zero and no account exceeds its credit limit. */
  private void checkBalances() {
    while (!isOver) {
      try {
        one.sql()
            .list(
                "select sum(balance), count(*) filter (where balance < -credit_limit) from account",
                row -> {
                  if (row.getLong(1) != 0 || row.getInt(2) != 0) {
                    violations.add(
                        "sum %d, %d accounts beyond their limit"
                            .formatted(row.getLong(1), row.getInt(2)));
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
    List<Ledger.Account> accounts = one.ledger().accounts();
    assertThat(accounts.stream().mapToLong(account -> account.balance().millicredits()).sum())
        .isZero();
    for (Ledger.Account account : accounts) {
      assertThat(account.balance()).as("%s", account).isEqualTo(account.entrySum());
      account
          .creditLimit()
          .ifPresent(
              limit ->
                  assertThat(account.balance()).isGreaterThanOrEqualTo(Money.ZERO.minus(limit)));
    }
    assertThat(
            one.sql()
                .list("select serial from entry group by serial having sum(amount) <> 0", row -> 1))
        .isEmpty();
    for (RandomTransfers bag : bags) {
      assertThat(one.ledger().find(new AccountId("hold:" + bag.id())).map(Ledger.Account::balance))
          .as("hold of %s", bag.id())
          .contains(bag.held());
    }
    Map<String, Money> stored = new ConcurrentHashMap<>();
    one.sql()
        .list(
            "select key, amount from transfer",
            row -> stored.put(row.getString(1), new Money(row.getLong(2))));
    deposited.forEach((key, amount) -> assertThat(stored.remove(key)).isEqualTo(amount));
    for (Map.Entry<String, Transfer> entry : confirmed.entrySet()) {
      Money amount = stored.remove(entry.getKey());
      Transfer transfer = entry.getValue();
      if (transfer.kind() == Transfer.Kind.PENALTY) {
        assertThat(amount == null || amount.compareTo(transfer.amount()) <= 0).isTrue();
      } else {
        assertThat(amount).as("%s was confirmed", entry.getKey()).isEqualTo(transfer.amount());
      }
    }
    assertThat(stored).as("unconfirmed transfers").isEmpty();
    assertThat(confirmed.size()).as("enough transfers were made").isGreaterThan(OPERATIONS / 4);
    assertThat(rejected.get()).as("funds were insufficient at least once").isPositive();
    assertThat(cuts.get()).as("enough connections were cut").isGreaterThan(CRASHES);
  }
}
