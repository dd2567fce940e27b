package tender.server.api.view;

import java.util.Optional;
import java.util.OptionalInt;
import tender.core.model.ProviderId;
import tender.bagfile.Digest;

/**
 * One task of a bag.
 *
 * @param task its number in the work order's list
 * @param command what the shell is given for it; empty if it depends on a line of a file
 * @param provider who did it or is to do it; empty if nobody is
 * @param pack the file in which its results are; empty if there are none yet
 */
public record TaskView(
    int taskIndex,
    State state,
    OptionalInt exitCode,
    Optional<ProviderId> provider,
    Optional<String> command,
    Optional<Digest> pack) {

  /** How a task stands. */
  public enum State {
    /** It ended with exit code 0. */
    SUCCEEDED,
    /** It ended with another. */
    FAILED,
    /** A provider has it, and has told no result. */
    PLACED,
    /** Nobody has it yet. */
    OPEN,
    /** Its bag has ended without it. */
    NOT_DONE
  }
}
