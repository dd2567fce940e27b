package tender.measure.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import tender.cli.client.response.BagResponse;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.CpuUse;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.ServerProcess;
import tender.server.model.UserId;
import tender.server.store.Database;

/** Bags per second from submission to promise, beside the same statements written directly. */
final class PromiseLoad {
  private static final int BARE_BAGS = 2_000;

  private final int users;
  private final int seconds;
  private final AtomicInteger promised = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger errors = new AtomicInteger();
  private final ConcurrentLinkedQueue<Double> millis = new ConcurrentLinkedQueue<>();
  private volatile String lastError = "none";

  /**
   * @param users how many submit at the same time, each one bag after the other
   */
  PromiseLoad(int users, int seconds) {
    this.users = users;
    this.seconds = seconds;
  }

  /** Writes the statements of bags directly, with all connections; returns bags per second. */
  private static double bareRate(Database database, UserId user, int called)
      throws InterruptedException {
    List<BareBag> bags = new ArrayList<>();
    for (int bag = 0; bag < BARE_BAGS; bag++) {
      bags.add(BareBag.prepare(user, called, database.store().nowMillis()));
    }
    List<Future<?>> writes = new ArrayList<>();
    long beganNanos = System.nanoTime();
    try (ExecutorService writers =
        Executors.newFixedThreadPool(AgentsMeasurement.DATABASE_CONNECTIONS)) {
      bags.forEach(bag -> writes.add(writers.submit(() -> bag.write(database.store()))));
    }
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    for (Future<?> write : writes) {
      try {
        write.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("A bare bag was not written.", e.getCause());
      }
    }
    return BARE_BAGS / seconds;
  }

  void run(
      MeasurementReport report,
      ServerProcess server,
      MeasurementUser user,
      Database database,
      UserId userId,
      int called)
      throws IOException, InterruptedException {
    double bareBefore = bareRate(database, userId, called);
    CpuUse cpu = new CpuUse(server);
    long beganNanos = System.nanoTime();
    long endNanos = beganNanos + Duration.ofSeconds(seconds).toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      threads.add(Thread.startVirtualThread(() -> submitUntil(user, endNanos)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double rate = promised.get() / ((System.nanoTime() - beganNanos) / 1e9);
    String processors = cpu.processors();
    double bareAfter = bareRate(database, userId, called);
    Distribution waits = new Distribution();
    waits.addAll(millis);
    String load = "load of %d users: ".formatted(users);
    report.add(load + "bags promised per second (at least 200)", round(rate));
    report.add(load + "bags promised", promised.get());
    report.add(load + "bags refused with a reason", refused.get());
    report.add(load + "bags lost", errors.get());
    report.add(load + "the last error", lastError);
    report.add(load + "from submission to promise, ms", waits);
    report.add(load + "processors", processors);
    report.add(
        load + "bare: bags written per second, before and after",
        round(bareBefore) + ", " + round(bareAfter));
    report.add(
        load + "of the bare rate",
        String.format(Locale.ROOT, "%.2f", 2 * rate / (bareBefore + bareAfter)));
  }

  private void submitUntil(MeasurementUser user, long endNanos) {
    while (System.nanoTime() < endNanos) {
      long beganNanos = System.nanoTime();
      try {
        BagResponse bag = user.awaitPromise(user.submit());
        (bag.promise() == null ? refused : promised).incrementAndGet();
        millis.add((System.nanoTime() - beganNanos) / 1e6);
      } catch (RuntimeException e) {
        errors.incrementAndGet();
        lastError = String.valueOf(e.getMessage());
      }
    }
  }

  private static String round(double rate) {
    return String.format(Locale.ROOT, "%.1f", rate);
  }
}
