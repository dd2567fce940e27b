package tender.protocol;

import java.util.List;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.results.ResultPack;

/**
 * What is said of a pack of results before its content.
 *
 * @param outcomes how the tasks in it ended, each task once
 * @param digest of the content
 * @param bytes of the content
 */
public record PackHeader(
    ReservationId reservation, List<TaskOutcome> outcomes, Digest digest, long bytes) {
  public PackHeader {
    outcomes = List.copyOf(outcomes);
    if (bytes < 0 || bytes > ResultPack.MAX_BYTES) {
      throw new IllegalArgumentException(
          "A pack of results has %d bytes, and may have %d."
              .formatted(bytes, ResultPack.MAX_BYTES));
    }
    requireEachTaskOnce(outcomes);
  }

  private static void requireEachTaskOnce(List<TaskOutcome> outcomes) {
    long tasks = outcomes.stream().mapToLong(outcome -> outcome.tasks().size()).sum();
    if (outcomes.isEmpty() || tasks > ResultPack.MAX_TASKS) {
      throw new IllegalArgumentException(
          "A pack of results is of %d tasks, and must be of 1 to %d."
              .formatted(tasks, ResultPack.MAX_TASKS));
    }
    TaskSet together = outcomes.stream().map(TaskOutcome::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    if (together.size() != tasks) {
      throw new IllegalArgumentException(
          "In a pack of results some of the tasks " + together + " have ended more than once.");
    }
  }
}
