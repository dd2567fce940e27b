package tender.measure.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import tender.cli.client.BagResponse;
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

  /** Writes the statements of bags directly; returns bags per second. */
  double bareRate(Database database, UserId user, int called) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    int perThread = Math.max(1, BARE_BAGS / users);
    List<List<BareBag>> prepared = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      List<BareBag> own = new ArrayList<>();
      for (int bag = 0; bag < perThread; bag++) {
        own.add(BareBag.prepare(user, called, database.store().nowMillis()));
      }
      prepared.add(own);
    }
    long beganNanos = System.nanoTime();
    prepared.forEach(
        own ->
            threads.add(
                Thread.startVirtualThread(() -> own.forEach(bag -> bag.write(database.store())))));
    for (Thread thread : threads) {
      thread.join();
    }
    return users * perThread / ((System.nanoTime() - beganNanos) / 1e9);
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
