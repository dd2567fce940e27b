package tender.bagfile.reader;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.core.model.Time;

/** Parses durations and instants as users write them. */
public final class TimeText {
  /** The accepted formats of a deadline, for messages. */
  public static final String DEADLINE_FORMATS = "+3h, 2026-11-20T09:00 or 2026-11-20T09:00Z";

  private static final Pattern DURATION =
      Pattern.compile("(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,8})s)?");

  /** Longer than any plan, and short enough that sums do not overflow. */
  private static final long MAX_MILLIS = 3_650 * Time.DAY_MILLIS;

  private TimeText() {}

  /**
   * Parses a duration such as {@code 90s}, {@code 2m} or {@code 1d12h}; empty if it is not a
   * positive duration.
   */
  public static Optional<Long> durationMillis(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long millis =
        part(matcher.group(1), Time.DAY_MILLIS)
            + part(matcher.group(2), Time.HOUR_MILLIS)
            + part(matcher.group(3), Time.MINUTE_MILLIS)
            + part(matcher.group(4), Time.SECOND_MILLIS);
    return millis < 1 || millis > MAX_MILLIS ? Optional.empty() : Optional.of(millis);
  }

  /**
   * A duration of whole seconds in the largest unit that needs no fraction, such as {@code 36h}.
   */
  static String format(long millis) {
    if (millis % Time.DAY_MILLIS == 0) {
      return millis / Time.DAY_MILLIS + "d";
    }
    return millis % Time.HOUR_MILLIS == 0
        ? millis / Time.HOUR_MILLIS + "h"
        : millis / Time.SECOND_MILLIS + "s";
  }

  private static long part(String digits, long unitMillis) {
    return digits == null ? 0 : Long.parseLong(digits) * unitMillis;
  }

  /**
   * Parses an instant: {@code +3h} from now, {@code 2026-11-20T09:00} in the clock's zone, or the
   * same with an offset; empty if it is not an instant.
   */
  public static Optional<Instant> instant(String text, Clock clock) {
    if (text.startsWith("+")) {
      return durationMillis(text.substring(1)).map(millis -> clock.instant().plusMillis(millis));
    }
    String written = text.replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) (?=\\d)", "$1T");
    try {
      boolean hasOffset = written.matches(".*(Z|[+-]\\d\\d:\\d\\d)");
      return Optional.of(
          hasOffset
              ? OffsetDateTime.parse(written).toInstant()
              : LocalDateTime.parse(written).atZone(clock.getZone()).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
