package tender.measure.server;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tender.bagfile.Digest;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.Transaction;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.TestTransactions;
import tender.server.store.TestTransfers;
import tender.server.store.bags.PostgresStore;
import tender.server.store.ledger.AccountId;

/** Commits, acknowledgements, payments and files of the store, on a PostgreSQL of its own. */
public final class StoreMeasurement {
  private static final long MEASURED_NANOS = 3_000_000_000L;

  private StoreMeasurement() {}

  /** Measures and prints the figures. */
  public static void run() throws Exception {
    commitsAndAcknowledgements();
    payments();
    blobs();
  }

  private static void commitsAndAcknowledgements() throws Exception {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    try (Database database = Database.open(settings, "here")) {
      database.agentConnections().heartbeat("there");
      database.agentConnections().heartbeat("here");
      for (String connectedTo : new String[] {"here", "there"}) {
        for (int i = 0; i < 200; i++) {
          database.agentConnections().setConnected(TestTransactions.provider(i), connectedTo);
        }
        for (int threads : new int[] {1, 2, 8}) {
          commits(database.store(), connectedTo, threads, 3);
        }
        commits(database.store(), connectedTo, 1, 200);
      }
      acknowledgements(database.store());
    }
  }

  /** The same bags alternately without and with a charge, of one user at two providers. */
  private static void payments() throws Exception {
    try (Database database = Database.open(PostgresServer.shared().newDatabase(), "here")) {
      UserId user = new UserId("anna");
      database.users().create(user);
      database.ledger().deposit(AccountId.of(user), new Money(1_000_000_000_000L), "measurement");
      for (int round = 0; round < 3; round++) {
        for (boolean isPaid : new boolean[] {false, true}) {
          for (int threads : new int[] {1, 8}) {
            pay(database, user, threads, isPaid, round);
          }
        }
      }
    }
  }

  private static void pay(Database database, UserId user, int threads, boolean isPaid, int round)
      throws Exception {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Callable<Integer>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        BagId bag = TestTransfers.bagOf(database, user, "pay" + round + threads + isPaid + "-" + i);
        ReservationId part = TestTransfers.part(bag, 1, TestTransactions.provider(i % 2));
        workers.add(() -> payFor(database.store(), bag, part, isPaid));
      }
      int commits = 0;
      for (Future<Integer> worker : executor.invokeAll(workers)) {
        commits += worker.get();
      }
      System.out.printf(
          "%s, %d threads: %.0f commits/s, %.2f ms each%n",
          isPaid ? "with a charge" : "without money",
          threads,
          commits * 1e9 / MEASURED_NANOS,
          threads * MEASURED_NANOS / 1e6 / commits);
    }
  }

  private static int payFor(PostgresStore store, BagId bag, ReservationId part, boolean isPaid) {
    store.commit(
        TestTransfers.withTransfers(
            bag, 1, TestTransfers.transfer(part, Transfer.Kind.HOLD, Integer.MAX_VALUE)));
    long endNanos = System.nanoTime() + MEASURED_NANOS;
    int charges = 0;
    while (System.nanoTime() < endNanos) {
      charges++;
      store.commit(
          isPaid
              ? TestTransfers.withTransfers(
                  bag, 1 + charges, TestTransfers.transfer(part, Transfer.Kind.CHARGE, 1, charges))
              : TestTransfers.withTransfers(bag, 1 + charges));
    }
    return charges;
  }

  private static void blobs() throws Exception {
    byte[] content = new byte[64 << 20];
    new Random(1).nextBytes(content);
    Digest digest = Digest.of(content);
    try (Database database = Database.open(PostgresServer.shared().newDatabase(), "here")) {
      long startNanos = System.nanoTime();
      database.blobs().write(digest, new ByteArrayInputStream(content), content.length);
      long writtenNanos = System.nanoTime();
      database.blobs().open(digest).orElseThrow().transferTo(OutputStream.nullOutputStream());
      System.out.printf(
          "64 MiB written in %.0f ms, read in %.0f ms%n",
          (writtenNanos - startNanos) / 1e6, (System.nanoTime() - writtenNanos) / 1e6);
    }
  }

  private static void commits(PostgresStore store, String connectedTo, int threads, int messages)
      throws Exception {
    commits(store, threads, messages, MEASURED_NANOS / 3, connectedTo + "-warm");
    int commits = commits(store, threads, messages, MEASURED_NANOS, connectedTo + "-hot");
    System.out.printf(
        "%d messages to agents %s, %d threads: %.0f commits/s, %.2f ms each%n",
        messages,
        connectedTo,
        threads,
        commits * 1e9 / MEASURED_NANOS,
        threads * MEASURED_NANOS / 1e6 / commits);
  }

  private static int commits(
      PostgresStore store, int threads, int messages, long nanos, String name) throws Exception {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Callable<Integer>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        BagId bag = new BagId(name + threads + "-" + messages + "-" + i);
        workers.add(() -> commitFor(store, bag, messages, nanos));
      }
      int commits = 0;
      for (Future<Integer> worker : executor.invokeAll(workers)) {
        commits += worker.get();
      }
      return commits;
    }
  }

  private static int commitFor(PostgresStore store, BagId bag, int messages, long nanos) {
    long endNanos = System.nanoTime() + nanos;
    int version = 0;
    while (System.nanoTime() < endNanos) {
      if (!store.commit(TestTransactions.written(bag, version, messages))) {
        throw new IllegalStateException(bag + " was written by another thread.");
      }
      version++;
    }
    return version;
  }

  private static void acknowledgements(PostgresStore store) {
    for (int round = 0; round < 20; round++) {
      Transaction transaction = TestTransactions.called(new BagId("acknowledged" + round), 200);
      store.commit(transaction);
      List<PostgresStore.Acknowledgement> all =
          transaction.messages().stream()
              .map(message -> new PostgresStore.Acknowledgement(message.to(), message.id()))
              .toList();
      long startNanos = System.nanoTime();
      store.acknowledge(all);
      if (round > 15) {
        System.out.printf("200 acknowledged in %.2f ms%n", (System.nanoTime() - startNanos) / 1e6);
      }
    }
  }
}
