package tender.cli.client.response;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a bag's tasks requested and used, as the server returns it. */
public record StatsResponse(
    int tasks,
    int endedTasks,
    Requested requested,
    @Nullable Memory memory,
    @Nullable RunTimes runtime,
    long outOfMemory,
    Warnings warnings) {

  /** A task's request; the memory is that of each attempt after the memory was exceeded. */
  public record Requested(int processors, List<Integer> memoryMib, double runtimeSeconds) {}

  /** Peak memory of the measured tasks. */
  public record Memory(int tasks, long maxBytes, long medianBytes, long p95Bytes) {}

  /** Run times of the measured tasks. */
  public record RunTimes(int tasks, double maxSeconds, double medianSeconds, double p95Seconds) {}

  /** Requests that are far above what the user's latest tasks with the same command used. */
  public record Warnings(@Nullable ExcessMemory memory, @Nullable ExcessRuntime runtime) {}

  /** More memory than such tasks used. */
  public record ExcessMemory(long requestedBytes, long maxBytes, int tasks) {}

  /** A longer estimate than such tasks ran. */
  public record ExcessRuntime(double requestedSeconds, double maxSeconds, int tasks) {}
}
