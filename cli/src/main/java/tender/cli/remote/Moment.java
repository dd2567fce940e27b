package tender.cli.remote;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time for people: on the clock at the wall, and how far away. */
final class Moment {
  private static final DateTimeFormatter WALL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private Moment() {}

  /** In the zone of this machine. */
  static String at(Instant instant) {
    return WALL.format(instant.atZone(ZoneId.systemDefault()));
  }

  /** The same, and how far it is from now. */
  static String from(Instant now, Instant instant) {
    Duration away = Duration.between(now, instant);
    return at(instant)
        + (away.isNegative()
            ? " (" + length(away.negated()) + " ago)"
            : " (in " + length(away) + ")");
  }

  /** In the two largest units that matter. */
  static String length(Duration duration) {
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
