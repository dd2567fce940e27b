package tender.agent;

import java.util.Optional;
import tender.agent.owner.LogRotation;

/**
 * How much of the disclosure log is kept.
 *
 * @param maxMegabytes of a file
 * @param oldFiles how many full files are kept beside the present one; the oldest is deleted first
 */
public record DisclosureLogSection(Optional<Integer> maxMegabytes, Optional<Integer> oldFiles) {
  private static final int MAX_MEGABYTES = 1_000_000;
  private static final int MAX_OLD_FILES = 10_000;
  private static final long MEGABYTE = 1_000_000;

  LogRotation rotation() {
    return new LogRotation(
        maxMegabytes
            .map(count -> MEGABYTE * between(count, MAX_MEGABYTES, "max_megabytes"))
            .orElse(LogRotation.DEFAULT.maxBytes()),
        oldFiles
            .map(count -> between(count, MAX_OLD_FILES, "old_files"))
            .orElse(LogRotation.DEFAULT.oldFiles()));
  }

  private static int between(int value, int max, String setting) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          "The setting 'disclosure_log.%s' is %d, and must be from 1 to %d."
              .formatted(setting, value, max));
    }
    return value;
  }
}
