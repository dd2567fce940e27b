package tender.cli.output;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats instants in local time, and durations. */
public final class TimeFormat {
  private static final DateTimeFormatter LOCAL_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private TimeFormat() {}

  /** An instant in the zone of this machine. */
  public static String local(Instant instant) {
    return LOCAL_TIME.format(instant.atZone(ZoneId.systemDefault()));
  }

  /** The same, with the distance from now. */
  public static String relative(Instant now, Instant instant) {
    Duration away = Duration.between(now, instant);
    return local(instant)
        + (away.isNegative()
            ? " (" + duration(away.negated()) + " ago)"
            : " (in " + duration(away) + ")");
  }

  /** A duration in its two largest units. */
  public static String duration(Duration duration) {
    if (duration.toDays() > 0) {
      return duration.toDays() + " d " + duration.toHoursPart() + " h";
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }
}
