package tender.server.store.content;

import java.util.List;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;

/**
 * Results of some tasks of a reservation.
 *
 * @param content the blob that holds them
 */
public record Pack(ReservationId part, TaskSet tasks, List<TaskOutcome> outcomes, Digest digest) {
  public Pack {
    outcomes = List.copyOf(outcomes);
  }

  /** What is left of it, if only some tasks matter. */
  public Pack only(TaskSet some) {
    List<TaskOutcome> left =
        outcomes.stream()
            .filter(outcome -> !outcome.tasks().intersect(some).isEmpty())
            .map(outcome -> new TaskOutcome(outcome.exitCode(), outcome.tasks().intersect(some)))
            .toList();
    return new Pack(part, tasks.intersect(some), left, digest);
  }
}
