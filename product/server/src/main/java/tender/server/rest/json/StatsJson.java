package tender.server.rest.json;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.server.api.view.BagStats;

/** What a bag's tasks requested and used, as JSON. */
public record StatsJson(
    int tasks,
    int endedTasks,
    RequestedJson requested,
    @Nullable MemoryJson memory,
    @Nullable RuntimeJson runtime,
    long outOfMemory,
    WarningsJson warnings) {

  /** A task's request. */
  record RequestedJson(int processors, List<Integer> memoryMib, double runtimeSeconds) {}

  /** Peak memory of the measured tasks. */
  record MemoryJson(int tasks, long maxBytes, long medianBytes, long p95Bytes) {}

  /** Run times of the measured tasks. */
  record RuntimeJson(int tasks, double maxSeconds, double medianSeconds, double p95Seconds) {}

  /** Requests that are far above what the user's latest tasks with the same command used. */
  record WarningsJson(@Nullable ExcessMemoryJson memory, @Nullable ExcessRuntimeJson runtime) {}

  record ExcessMemoryJson(long requestedBytes, long maxBytes, int tasks) {}

  record ExcessRuntimeJson(double requestedSeconds, double maxSeconds, int tasks) {}

  public static StatsJson of(BagStats stats) {
    BagStats.Requested requested = stats.requested();
    return new StatsJson(
        stats.tasks(),
        stats.endedTasks(),
        new RequestedJson(
            requested.processors(), requested.memoryMib(), seconds(requested.runMillis())),
        stats
            .memory()
            .map(
                memory ->
                    new MemoryJson(memory.tasks(), memory.max(), memory.median(), memory.p95()))
            .orElse(null),
        stats
            .runTime()
            .map(
                run ->
                    new RuntimeJson(
                        run.tasks(), seconds(run.max()), seconds(run.median()), seconds(run.p95())))
            .orElse(null),
        stats.outOfMemory(),
        new WarningsJson(
            stats
                .excessMemory()
                .map(
                    excess ->
                        new ExcessMemoryJson(excess.requested(), excess.highest(), excess.tasks()))
                .orElse(null),
            stats
                .excessRunTime()
                .map(
                    excess ->
                        new ExcessRuntimeJson(
                            seconds(excess.requested()), seconds(excess.highest()), excess.tasks()))
                .orElse(null)));
  }

  private static double seconds(long millis) {
    return millis / 1e3;
  }
}
