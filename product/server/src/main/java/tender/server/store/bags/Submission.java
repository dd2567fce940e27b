package tender.server.store.bags;

import tender.core.model.BagId;
import tender.server.model.UserId;
import tender.server.model.Requirements;
import tender.bagfile.WorkOrder;

/**
 * What a person hands in.
 *
 * @param clientKey chosen by the client, so that handing in twice is handing in once
 */
public record Submission(BagId bag, UserId user, String clientKey, WorkOrder order, Requirements requirements) {
  private static final int LONGEST_KEY = 200;

  public Submission {
    if (clientKey.isBlank()
        || clientKey.length() > LONGEST_KEY
        || clientKey.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "A submission's key has "
              + clientKey.length()
              + " characters, and must have from 1 to "
              + LONGEST_KEY
              + " that can be printed.");
    }
  }

  /**
   * Which bag the submission stands for.
   *
   * @param isNew whether it was handed in just now; else {@code bag} is the one of the first time
   */
  public record Result(BagId bag, boolean isNew) {}
}
