package tender.experiments.day;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Supplier;

/** Measures the processor time of an action for one of several bags, because measuring is slow. */
final class CpuTimer {
  private static final int BAGS_PER_MEASURED = 16;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long nanos;
  private int lastBag = -1;
  private long measuredBags;

  <T> T measure(DayBag bag, Supplier<T> action) {
    if (bag.number() % BAGS_PER_MEASURED != 0) {
      return action.get();
    }
    measuredBags += bag.number() == lastBag ? 0 : 1;
    lastBag = bag.number();
    long startNanos = threads.getCurrentThreadCpuTime();
    T result = action.get();
    nanos += threads.getCurrentThreadCpuTime() - startNanos;
    return result;
  }

  double meanMicros() {
    return measuredBags == 0 ? 0 : nanos / 1e3 / measuredBags;
  }
}
