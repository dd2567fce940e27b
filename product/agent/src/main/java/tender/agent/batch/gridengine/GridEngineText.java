package tender.agent.batch.gridengine;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.core.model.Time;

/** Parses Grid Engine's instants, durations and configurations. */
final class GridEngineText {
  /** Hours and minutes may be missing: 1:02:03, 02:03, 3723; jobs may have a zero fraction. */
  private static final Pattern DURATION =
      Pattern.compile("(?:(?:(\\d{1,8}):)?(\\d{1,8}):)?(\\d{1,12})(?:\\.0*)?");

  static final long BYTES_PER_MIB = 1 << 20;

  /** An amount of memory; a lower-case unit is a power of 1000, an upper-case one of 1024. */
  private static final Pattern BYTES = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kKmMgGtT]?)");

  private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(?:\\.0*)?");

  private GridEngineText() {}

  /** An amount of memory in bytes, rounded up. */
  static long bytes(String text) {
    if (text.equalsIgnoreCase("INFINITY")) {
      return Long.MAX_VALUE;
    }
    var matcher = BYTES.matcher(text);
    if (!matcher.matches()) {
      throw unparsable("an amount of memory", text);
    }
    String unit = matcher.group(2);
    int power = " kmgt".indexOf(unit.isEmpty() ? " " : unit.toLowerCase(Locale.ROOT));
    double base = unit.equals(unit.toLowerCase(Locale.ROOT)) ? 1_000 : 1_024;
    return (long) Math.ceil(Double.parseDouble(matcher.group(1)) * Math.pow(base, power));
  }

  /** A whole number, which Grid Engine may print with a zero fraction. */
  static int count(String text) {
    var matcher = COUNT.matcher(text);
    if (!matcher.matches()) {
      throw unparsable("a number", text);
    }
    return Integer.parseInt(matcher.group(1));
  }

  static boolean isTrue(String text) {
    return text.equalsIgnoreCase("TRUE") || text.equals("1");
  }

  /** The commands run in UTC. */
  static long instantMillis(String text) {
    try {
      return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw unparsable("an instant", text);
    }
  }

  static long limitMillis(String text) {
    if (text.equalsIgnoreCase("INFINITY")) {
      return LocalJob.UNLIMITED_MILLIS;
    }
    var matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw unparsable("a time limit", text);
    }
    long millis =
        part(matcher.group(1)) * Time.HOUR_MILLIS
            + part(matcher.group(2)) * Time.MINUTE_MILLIS
            + part(matcher.group(3)) * Time.SECOND_MILLIS;
    return Math.clamp(millis, 1, LocalJob.UNLIMITED_MILLIS);
  }

  /**
   * A configuration as qconf prints it: one name and value per line. A line that ends in a
   * backslash continues on the next line.
   */
  static Map<String, String> configuration(String output) {
    Map<String, String> values = new HashMap<>();
    output
        .replaceAll("\\\\\\n\\s*", "")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.strip().split("\\s+", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> values.putIfAbsent(pair[0], pair[1]));
    return values;
  }

  static BatchSystemException unparsable(String what, String text) {
    return BatchSystemException.unparsable("Grid Engine", what, text);
  }

  private static long part(String text) {
    return text == null ? 0 : Long.parseLong(text);
  }
}
