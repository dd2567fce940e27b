package tender.bagfile;

import java.util.Optional;
import tender.support.text.InputChecks;

/**
 * What a user says about the results of tasks, beside the patterns of their outputs.
 *
 * @param expectedBytes of the outputs of one task; 0: unknown
 * @param site where the outputs stay at the provider; empty: they come back
 */
public record ResultOptions(long expectedBytes, Optional<SiteResults> site) {
  /** Nothing is said. */
  public static final ResultOptions DEFAULT = new ResultOptions(0, Optional.empty());

  /** More than any disk of a task's node. */
  public static final long MAX_EXPECTED_BYTES = 1L << 50;

  public ResultOptions {
    if (expectedBytes < 0 || expectedBytes > MAX_EXPECTED_BYTES) {
      throw new IllegalArgumentException(
          "The expected size of a task's outputs is %s bytes, and must be from 0 to %s."
              .formatted(InputChecks.quoted(Long.toString(expectedBytes)), MAX_EXPECTED_BYTES));
    }
  }

  /** The expected size of the outputs of one task that must be delivered. */
  public long deliveredBytes() {
    return site.isPresent() ? 0 : expectedBytes;
  }
}
