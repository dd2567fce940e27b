package tender.bagfile.results;

import java.time.Instant;
import tender.bagfile.Digest;

/**
 * The bag whose results go into a folder.
 *
 * @param work the same for a bag and its retries, see {@link tender.bagfile.WorkOrder#workDigest}
 * @param isRetry whether the bag repeats tasks of another one
 */
public record ResultOrigin(String bag, Instant submitted, Digest work, boolean isRetry) {
  /** Whether results of this bag replace those of another one. */
  boolean replaces(ResultOrigin other) {
    return isRetry && work.equals(other.work) && submitted.isAfter(other.submitted);
  }
}
