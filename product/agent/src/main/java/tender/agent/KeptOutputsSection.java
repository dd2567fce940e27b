package tender.agent;

import java.util.Optional;
import tender.agent.files.KeptOutputs;

/**
 * How outputs of tasks that are too large to be delivered are kept in the work folder.
 *
 * @param days after the end of their part; 0: they are not kept
 * @param maxGigabytes of all kept outputs; the oldest are deleted first
 */
public record KeptOutputsSection(Optional<Integer> days, Optional<Integer> maxGigabytes) {
  static final KeptOutputsSection DEFAULTS =
      new KeptOutputsSection(Optional.empty(), Optional.empty());

  private static final int DEFAULT_DAYS = 7;
  private static final int MAX_DAYS = 365;
  private static final int DEFAULT_MAX_GIGABYTES = 20;
  private static final int MAX_GIGABYTES = 1_000_000;
  private static final long GIGABYTE = 1_000_000_000;

  KeptOutputs.Settings settings() {
    return new KeptOutputs.Settings(
        between(days.orElse(DEFAULT_DAYS), 0, MAX_DAYS, "days"),
        GIGABYTE
            * between(
                maxGigabytes.orElse(DEFAULT_MAX_GIGABYTES), 1, MAX_GIGABYTES, "max_gigabytes"));
  }

  private static int between(int value, int min, int max, String setting) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "The setting 'kept_outputs.%s' is %d, and must be from %d to %d."
              .formatted(setting, value, min, max));
    }
    return value;
  }
}
