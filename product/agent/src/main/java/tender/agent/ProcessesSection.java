package tender.agent;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.host.MemoryIsolation;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.resource.ResourceAmounts;

/**
 * Plain processes on this machine.
 *
 * @param slots how many tasks may run at a time; default: the number of processors
 * @param memoryMb what tasks that request memory may have together, in units of 1,048,576 bytes;
 *     default: three quarters of the machine's memory; 0: tasks can request only processors
 */
public record ProcessesSection(Optional<Integer> slots, Optional<Integer> memoryMb) {
  static final ProcessesSection DEFAULTS = new ProcessesSection(Optional.empty(), Optional.empty());

  private static final long BYTES_PER_MIB = 1 << 20;

  /** Above this, sums of memory would not fit in an int. */
  private static final int MAX_MEMORY_MB = 1_000_000_000;

  public ProcessesSection {
    if (slots.isPresent() && slots.get() < 1) {
      throw new IllegalArgumentException(
          "The setting 'processes.slots' is " + slots.get() + ", and must be at least 1.");
    }
    if (memoryMb.isPresent() && (memoryMb.get() < 0 || memoryMb.get() > MAX_MEMORY_MB)) {
      throw new IllegalArgumentException(
          "The setting 'processes.memory_mb' is %d, and must be from 0 to %d."
              .formatted(memoryMb.get(), MAX_MEMORY_MB));
    }
  }

  /** What tasks may use together. */
  ResourceAmounts total() {
    return new ResourceAmounts(
        slots.orElseGet(() -> Runtime.getRuntime().availableProcessors()),
        memoryMb.orElseGet(ProcessesSection::defaultMemoryMb),
        0,
        0);
  }

  /** A quarter remains for tasks without a request, the agent and the machine's own programs. */
  private static int defaultMemoryMb() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return (int) Math.min(MAX_MEMORY_MB, system.getTotalMemorySize() / BYTES_PER_MIB / 4 * 3);
  }

  ProcessBatchSystem batchSystem(WorkFolder workFolder) throws IOException {
    return new ProcessBatchSystem(workFolder, total(), MemoryIsolation.open(workFolder.path()));
  }
}
