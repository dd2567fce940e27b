package tender.server.api.view.task;

import java.util.Optional;
import java.util.OptionalInt;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskRecord;
import tender.core.model.ProviderId;

/**
 * One task of a bag.
 *
 * @param taskIndex its index in the work order's task list
 * @param command its shell command; empty if it depends on a line of a file
 * @param provider the provider that ran it or has it; empty if it is not placed
 * @param pack the pack that contains its result; empty if there is none yet
 * @param ended what its provider recorded about its end; empty if it has not ended
 */
public record TaskView(
    int taskIndex,
    State state,
    OptionalInt exitCode,
    Optional<ProviderId> provider,
    Optional<String> command,
    Optional<Digest> pack,
    Optional<TaskRecord> ended) {

  /** The state of a task. */
  public enum State {
    /** It ended with exit code 0. */
    SUCCEEDED,
    /** It ended with exit code 0, but outputs are missing. */
    SUCCEEDED_MISSING_OUTPUT,
    /** It ended with another exit code, or without an output that the bag requires. */
    FAILED,
    /** It is placed at a provider and has no result yet. */
    PLACED,
    /** It is not placed. */
    OPEN,
    /** The bag has ended without its result. */
    NOT_DONE
  }
}
