package tender.research.faulttest;

import java.util.Locale;
import tender.core.model.Time;

/** Formats numbers for text output. */
final class NumberText {
  private NumberText() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number with its noun, such as {@code 1 world} or {@code 1,000 worlds}. */
  static String counted(long number, String one) {
    return count(number) + " " + one + (number == 1 ? "" : "s");
  }

  static String hash(long hash) {
    return String.format(Locale.ROOT, "%016x", hash);
  }

  /** A duration in its two largest units. */
  static String span(long millis) {
    long days = millis / Time.DAY_MILLIS;
    long hours = millis / Time.HOUR_MILLIS % 24;
    return days > 0
        ? counted(days, "day") + " " + counted(hours, "hour")
        : counted(hours, "hour") + " " + counted(millis / Time.MINUTE_MILLIS % 60, "minute");
  }
}
