package tender.server.store;

import java.util.List;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.work.Digest;
import tender.work.Outcome;

/**
 * Results of some tasks of a reservation.
 *
 * @param content the blob that holds them
 */
public record Pack(ReservationId by, TaskSet tasks, List<Outcome> outcomes, Digest content) {
  public Pack {
    outcomes = List.copyOf(outcomes);
  }

  /** What is left of it, if only some tasks matter. */
  Pack only(TaskSet some) {
    List<Outcome> left =
        outcomes.stream()
            .filter(outcome -> !outcome.tasks().and(some).isEmpty())
            .map(outcome -> new Outcome(outcome.exitCode(), outcome.tasks().and(some)))
            .toList();
    return new Pack(by, tasks.and(some), left, content);
  }
}
