package tender.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What it cost to read an input. Both figures count only the reading thread, so that a busy machine
 * does not change them.
 */
record InputCost(long cpuNanos, long allocatedBytes) {
  static final long DEFAULT_BASE_BYTES = 16L << 20;
  static final long DEFAULT_BYTES_PER_INPUT_BYTE = 2_000;

  /** Ordinary inputs take less than a millisecond. */
  static final long MAX_CPU_NANOS = 2_000_000_000L;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Reads the input once. */
  static InputCost of(FuzzTarget target, byte[] input) throws Exception {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    // A reader may keep or change the array.
    target.read(input.clone());
    return new InputCost(
        THREADS.getCurrentThreadCpuTime() - nanos,
        THREADS.getCurrentThreadAllocatedBytes() - bytes);
  }

  boolean isWithin(long maxAllocatedBytes) {
    return cpuNanos <= MAX_CPU_NANOS && allocatedBytes <= maxAllocatedBytes;
  }
}
