package tender.app;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import tools.jackson.databind.json.JsonMapper;

/** Formats each log record as a JSON object on one line. */
final class JsonLogFormatter extends Formatter {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public String format(LogRecord line) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("time", line.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
    fields.put("level", level(line.getLevel()));
    fields.put("logger", line.getLoggerName());
    fields.put("message", formatMessage(line));
    fields.putAll(LogFields.of(line));
    Throwable thrown = LogFields.thrown(line);
    if (thrown != null) {
      fields.put("stack", TextLogFormatter.stack(thrown));
    }
    return JSON.writeValueAsString(fields) + "\n";
  }

  /** The level's usual name in other programs. */
  private static String level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "ERROR";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "WARNING";
    }
    return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
  }
}
