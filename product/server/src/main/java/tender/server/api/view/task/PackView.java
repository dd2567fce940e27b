package tender.server.api.view.task;

import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/**
 * A result pack.
 *
 * @param tasks the tasks whose results in it count, by their position in the bag; results of other
 *     tasks in the pack are to be ignored
 * @param provider the provider that ran the tasks
 * @param storedMillis when the server stored the pack
 * @param outcomes of the tasks whose results count
 */
public record PackView(
    Digest digest,
    TaskSet tasks,
    long bytes,
    ProviderId provider,
    long storedMillis,
    List<TaskOutcome> outcomes) {
  public PackView {
    outcomes = List.copyOf(outcomes);
  }
}
