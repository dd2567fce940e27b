package tender.research.faulttest;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.seed.FaultScenario;

/**
 * Runs worlds in parallel until all are done or enough violations are found. Results are collected
 * in the order of the seeds, so that they do not depend on thread timing.
 */
final class FaultSearch {
  static final int MAX_VIOLATIONS = 10;

  private final WorldRunner worlds;
  private final FaultScenario shape;
  private final long firstSeed;
  private final int count;
  private final IntConsumer progress;
  private final AtomicInteger next = new AtomicInteger();
  private final FaultTotals totals = new FaultTotals();
  private final LongAdder cpuNanos = new LongAdder();

  /** Results of worlds that ended before a world with a lower seed. */
  private final Map<Integer, FaultRun> outOfOrder = new HashMap<>();

  private volatile boolean stopped;

  /**
   * @param progress receives the number of collected worlds, from one thread at a time
   */
  FaultSearch(
      WorldRunner worlds, FaultScenario shape, long firstSeed, int count, IntConsumer progress) {
    this.worlds = worlds;
    this.shape = shape;
    this.firstSeed = firstSeed;
    this.count = count;
    this.progress = progress;
  }

  FaultTotals run(int threads) throws InterruptedException {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < Math.min(threads, count); i++) {
        workers.add(executor.submit(this::work));
      }
      try {
        for (Future<?> worker : workers) {
          worker.get();
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("A world failed: " + e.getCause(), e.getCause());
      } finally {
        stopped = true;
      }
    }
    return totals;
  }

  /** The CPU time of the threads that ran worlds, without compiler and garbage collector. */
  double cpuSeconds() {
    return cpuNanos.sum() / 1e9;
  }

  private void work() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long beganNanos = threads.getCurrentThreadCpuTime();
    runWorlds();
    cpuNanos.add(threads.getCurrentThreadCpuTime() - beganNanos);
  }

  private void runWorlds() {
    for (int index = next.getAndIncrement();
        index < count && !stopped;
        index = next.getAndIncrement()) {
      gather(index, worlds.run(firstSeed + index, shape, null));
    }
  }

  private synchronized void gather(int index, FaultRun run) {
    outOfOrder.put(index, run);
    while (!stopped && outOfOrder.containsKey(totals.worlds())) {
      totals.add(outOfOrder.remove(totals.worlds()));
      stopped = totals.violated().size() >= MAX_VIOLATIONS;
    }
    progress.accept(totals.worlds());
  }
}
