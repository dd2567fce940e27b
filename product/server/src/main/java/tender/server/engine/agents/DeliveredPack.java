package tender.server.engine.agents;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.TaskRecord;
import tender.core.model.TaskSet;
import tender.server.model.TaskUsage;

/**
 * A pack that a provider has delivered, after it was checked.
 *
 * @param tasks that have files in it
 * @param usage what its tasks used, by their position in the bag; without tasks whose record is
 *     missing, malformed or impossible
 */
record DeliveredPack(TaskSet tasks, SortedMap<Integer, TaskUsage> usage) {
  /** Longer than any run. */
  private static final long MAX_RUN_SECONDS = Duration.ofDays(10_000).toSeconds();

  /** Reads a whole pack, which may come from a hostile provider. */
  static DeliveredPack read(InputStream pack) throws IOException {
    SortedMap<Integer, TaskUsage> usage = new TreeMap<>();
    TaskSet tasks =
        ResultPack.read(
            pack,
            (entry, content) -> {
              if (entry.equals(PackEntry.record(entry.taskIndex()))) {
                run(content).ifPresent(run -> usage.put(entry.taskIndex(), usage(run)));
              }
            });
    return new DeliveredPack(tasks, usage);
  }

  private static Optional<TaskRecord.Run> run(InputStream record) throws IOException {
    try {
      return TaskRecord.read(record).run();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static TaskUsage usage(TaskRecord.Run run) {
    long seconds = Duration.between(run.started(), run.ended()).toSeconds();
    boolean isPossible =
        run.ended().isAfter(Instant.EPOCH) && seconds >= 0 && seconds <= MAX_RUN_SECONDS;
    return new TaskUsage(
        run.peakMemoryBytes(),
        isPossible
            ? OptionalLong.of(Duration.between(run.started(), run.ended()).toMillis())
            : OptionalLong.empty(),
        run.outOfMemory());
  }
}
