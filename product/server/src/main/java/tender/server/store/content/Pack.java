package tender.server.store.content;

import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;

/**
 * Results of some tasks of a part.
 *
 * @param digest the blob that contains them
 */
public record Pack(ReservationId part, TaskSet tasks, List<TaskOutcome> outcomes, Digest digest) {
  public Pack {
    outcomes = List.copyOf(outcomes);
  }

  /** The pack restricted to some of its tasks. */
  public Pack only(TaskSet some) {
    List<TaskOutcome> remaining =
        outcomes.stream()
            .filter(outcome -> !outcome.tasks().intersect(some).isEmpty())
            .map(outcome -> outcome.only(some))
            .toList();
    return new Pack(part, tasks.intersect(some), remaining, digest);
  }
}
