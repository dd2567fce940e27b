package tender.agent;

import java.util.Optional;
import tender.agent.files.InputCacheSettings;

/**
 * How much of the inputs that were fetched is kept for later bags.
 *
 * @param days without use, after which a file is deleted
 * @param maxGigabytes of all files; the longest unused are deleted first
 */
public record InputCacheSection(Optional<Integer> days, Optional<Integer> maxGigabytes) {
  static final InputCacheSection DEFAULTS =
      new InputCacheSection(Optional.empty(), Optional.empty());

  private static final int DEFAULT_DAYS = 30;
  private static final int MAX_DAYS = 3_650;
  private static final int DEFAULT_MAX_GIGABYTES = 20;
  private static final int MAX_GIGABYTES = 1_000_000;
  private static final long GIGABYTE = 1_000_000_000;

  InputCacheSettings settings() {
    return new InputCacheSettings(
        between(days.orElse(DEFAULT_DAYS), 1, MAX_DAYS, "days"),
        GIGABYTE
            * between(
                maxGigabytes.orElse(DEFAULT_MAX_GIGABYTES), 0, MAX_GIGABYTES, "max_gigabytes"));
  }

  private static int between(int value, int min, int max, String setting) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "The setting 'input_cache.%s' is %d, and must be from %d to %d."
              .formatted(setting, value, min, max));
    }
    return value;
  }
}
