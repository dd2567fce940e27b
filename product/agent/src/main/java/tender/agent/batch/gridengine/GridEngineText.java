package tender.agent.batch.gridengine;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
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

  private GridEngineText() {}

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
