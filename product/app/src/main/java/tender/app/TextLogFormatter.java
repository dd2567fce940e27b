package tender.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Formats each log record as a line of text: instant, level, logger, message, and fields such as
 * {@code bag=…}.
 */
final class TextLogFormatter extends Formatter {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  @Override
  public String format(LogRecord line) {
    StringBuilder text = new StringBuilder(INSTANT.format(line.getInstant()));
    text.append(' ').append(line.getLevel().getName());
    text.append(' ').append(line.getLoggerName()).append(": ");
    // The message may contain untrusted text, which must not look like another log line.
    text.append(formatMessage(line).replace("\n", "\\n").replace("\r", "\\r"));
    LogFields.of(line)
        .forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    text.append('\n');
    Throwable thrown = LogFields.thrown(line);
    if (thrown != null) {
      text.append(stack(thrown));
    }
    return text.toString();
  }

  static String stack(Throwable thrown) {
    StringWriter stack = new StringWriter();
    thrown.printStackTrace(new PrintWriter(stack, true));
    return stack.toString();
  }
}
