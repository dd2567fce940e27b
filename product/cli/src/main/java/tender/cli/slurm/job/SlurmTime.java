package tender.cli.slurm.job;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.bagfile.reader.TimeText;

/** Durations and times as Slurm writes them. */
public final class SlurmTime {
  private static final Pattern LIMIT =
      Pattern.compile("(?:(\\d{1,5})-)?(\\d{1,9})(?::(\\d{1,9}))?(?::(\\d{1,9}))?");
  private static final Pattern FROM_NOW = Pattern.compile("now(?:\\+(\\d{1,9})([a-z]*))?");
  private static final Pattern DATE = Pattern.compile("(\\d\\d)[/.]?(\\d\\d)(?:[/.]?(\\d\\d))?");

  /** With AM or PM the hours end at 12. */
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("[h:mm[:ss][ ]a][H:mm[:ss]]", Locale.ROOT);

  private static final LocalTime TEATIME = LocalTime.of(16, 0);

  private SlurmTime() {}

  /** A limit such as 30 (minutes), 30:00, 1:30:00, 2-12 or 2-12:30:00. */
  public static Duration limit(String text) {
    Matcher matcher = LIMIT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "is not a duration; write minutes, or for example 1:30:00 or 2-12:30:00");
    }
    long first = Long.parseLong(matcher.group(2));
    long second = number(matcher.group(3));
    long third = number(matcher.group(4));
    Duration limit;
    if (matcher.group(1) != null) {
      limit =
          Duration.ofDays(number(matcher.group(1)))
              .plusHours(first)
              .plusMinutes(second)
              .plusSeconds(third);
    } else if (matcher.group(4) != null) {
      limit = Duration.ofHours(first).plusMinutes(second).plusSeconds(third);
    } else {
      limit = Duration.ofMinutes(first).plusSeconds(second);
    }
    if (limit.isZero()) {
      throw new IllegalArgumentException(
          "is no limit, but a promise needs one; give an upper estimate of a task's run time");
    }
    return limit;
  }

  /** Writes a duration as {@code squeue} does: 1:05, 1:05:00 or 2-01:05:00. */
  public static String format(Duration time) {
    String clock = "%02d:%02d".formatted(time.toMinutesPart(), time.toSecondsPart());
    if (time.toHours() == 0) {
      return clock.startsWith("0") ? clock.substring(1) : clock;
    }
    return time.toDays() == 0
        ? time.toHoursPart() + ":" + clock
        : "%d-%02d:%s".formatted(time.toDays(), time.toHoursPart(), clock);
  }

  /** A point in time as in Slurm, or as Tender writes it. */
  public static Instant instant(String text, Clock clock) {
    return TimeText.instant(text, clock)
        .or(() -> fromNow(text, clock))
        .or(() -> calendar(text, clock))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "is not a time; write for example now+2hours, 16:00, 2026-11-20T09:00 or +3h"));
  }

  private static Optional<Instant> fromNow(String text, Clock clock) {
    Matcher matcher = FROM_NOW.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long unit =
        switch (matcher.group(2) == null ? "" : matcher.group(2)) {
          case "", "second", "seconds" -> 1;
          case "minute", "minutes" -> 60;
          case "hour", "hours" -> 3_600;
          case "day", "days" -> 86_400;
          case "week", "weeks" -> 604_800;
          default -> 0;
        };
    return unit == 0
        ? Optional.empty()
        : Optional.of(clock.instant().plusSeconds(number(matcher.group(1)) * unit));
  }

  /** A date, a time of today or tomorrow, or one of Slurm's words. */
  private static Optional<Instant> calendar(String text, Clock clock) {
    ZonedDateTime now = ZonedDateTime.now(clock);
    LocalDate today = now.toLocalDate();
    try {
      return switch (text) {
        case "today" -> start(today, clock);
        case "tomorrow" -> start(today.plusDays(1), clock);
        case "midnight" -> next(LocalTime.MIDNIGHT, now);
        case "noon" -> next(LocalTime.NOON, now);
        case "teatime" -> next(TEATIME, now);
        default -> dateOrTime(text, now, clock);
      };
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> dateOrTime(String text, ZonedDateTime now, Clock clock) {
    if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
      return start(LocalDate.parse(text), clock);
    }
    Matcher date = DATE.matcher(text);
    if (date.matches()) {
      int year = date.group(3) == null ? now.getYear() : 2_000 + (int) number(date.group(3));
      return start(
          LocalDate.of(year, (int) number(date.group(1)), (int) number(date.group(2))), clock);
    }
    return next(LocalTime.from(CLOCK.parse(text.toUpperCase(Locale.ROOT))), now);
  }

  private static Optional<Instant> start(LocalDate day, Clock clock) {
    return Optional.of(day.atStartOfDay(clock.getZone()).toInstant());
  }

  private static Optional<Instant> next(LocalTime time, ZonedDateTime now) {
    ZonedDateTime today = now.with(time);
    return Optional.of((today.isAfter(now) ? today : today.plusDays(1)).toInstant());
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
