package tender.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Log lines for people: instant, level, class, words, and what it is about as {@code bag=…}. */
final class TextLogFormatter extends Formatter {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  @Override
  public String format(LogRecord line) {
    StringBuilder text = new StringBuilder(INSTANT.format(line.getInstant()));
    text.append(' ').append(line.getLevel().getName());
    text.append(' ').append(line.getLoggerName()).append(": ");
    // Words of others may be in it, and must not look like a line of ours.
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
