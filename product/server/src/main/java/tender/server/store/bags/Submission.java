package tender.server.store.bags;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.server.model.ListedWork;
import tender.server.model.ProjectId;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/**
 * A bag as a user submits it.
 *
 * @param clientKey the client's idempotency key; a repeated request creates no second bag
 */
public record Submission(
    BagId bag, UserId user, String clientKey, WorkOrder order, Requirements requirements) {
  private static final int MAX_KEY_LENGTH = 200;

  public Submission {
    if (clientKey.isBlank()
        || clientKey.length() > MAX_KEY_LENGTH
        || clientKey.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "The submission key has %d characters; it must have 1 to %d printable characters."
              .formatted(clientKey.length(), MAX_KEY_LENGTH));
    }
  }

  /** The project whose members pay for the bag; empty if its user does. */
  public Optional<ProjectId> project() {
    return requirements.project();
  }

  /**
   * Identifies tasks of the same kind: those with the same command and as many processors.
   * Parameters, names and input files may differ.
   */
  String commandKey() {
    String kind = order.width() + " " + order.command();
    return Digest.of(kind.getBytes(StandardCharsets.UTF_8)).hex();
  }

  /** What views of the bag show of it. */
  public ListedSubmission listed() {
    return new ListedSubmission(bag, order.name(), ListedWork.of(order), requirements);
  }

  /**
   * The bag of a submission.
   *
   * @param isNew false if the key was used before; then {@code bag} is the existing bag
   */
  public record Result(BagId bag, boolean isNew) {}
}
