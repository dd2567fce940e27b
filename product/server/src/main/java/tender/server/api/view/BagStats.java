package tender.server.api.view;

import java.util.List;
import java.util.Optional;

/**
 * What the tasks of a bag requested, and what they used, as their providers measured it.
 *
 * @param tasks how many tasks the bag has
 * @param endedTasks how many of them have a result
 * @param requested what each task requests
 * @param memory in bytes; empty if no task was measured
 * @param runTime in milliseconds; empty if no task was measured
 * @param outOfMemory how many attempts exceeded their memory
 * @param excessMemory present if the bag requests far more memory than such tasks used
 * @param excessRunTime present if the bag's estimate is far longer than such tasks ran
 */
public record BagStats(
    int tasks,
    int endedTasks,
    Requested requested,
    Optional<Measured> memory,
    Optional<Measured> runTime,
    long outOfMemory,
    Optional<Excess> excessMemory,
    Optional<Excess> excessRunTime) {

  /**
   * A task's request.
   *
   * @param memoryMib of the first attempt, and of each attempt after the memory was exceeded; empty
   *     if no memory is requested
   */
  public record Requested(int processors, List<Integer> memoryMib, long runMillis) {
    public Requested {
      memoryMib = List.copyOf(memoryMib);
    }
  }

  /**
   * Measured values.
   *
   * @param tasks how many tasks were measured
   * @param p95 95 % of the values are at most as high
   */
  public record Measured(int tasks, long max, long median, long p95) {}

  /**
   * A request that is far above what the user's latest tasks with the same command used.
   *
   * @param tasks how many of them were measured
   * @param highest the highest measured value
   */
  public record Excess(long requested, long highest, int tasks) {}
}
