package tender.protocol;

import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;

/**
 * Describes a result pack; sent before its content.
 *
 * @param outcomes exit codes of the tasks in the pack, each task once
 * @param digest of the content
 * @param bytes of the content
 */
public record PackHeader(
    ReservationId reservation, List<TaskOutcome> outcomes, Digest digest, long bytes) {
  public PackHeader {
    outcomes = List.copyOf(outcomes);
    if (bytes < 0 || bytes > ResultPack.MAX_BYTES) {
      throw new IllegalArgumentException(
          "A result pack has %d bytes; the maximum is %d.".formatted(bytes, ResultPack.MAX_BYTES));
    }
    requireEachTaskOnce(outcomes);
  }

  private static void requireEachTaskOnce(List<TaskOutcome> outcomes) {
    long tasks = outcomes.stream().mapToLong(outcome -> outcome.tasks().size()).sum();
    if (outcomes.isEmpty() || tasks > ResultPack.MAX_TASKS) {
      throw new IllegalArgumentException(
          "A result pack has %d tasks; it must have from 1 to %d."
              .formatted(tasks, ResultPack.MAX_TASKS));
    }
    TaskSet together =
        outcomes.stream().map(TaskOutcome::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    if (together.size() != tasks) {
      throw new IllegalArgumentException(
          "A result pack has more than one exit code for some of the tasks " + together + ".");
    }
  }
}
