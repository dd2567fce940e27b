package tender.app;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;

/**
 * What a log line is about, found among its parameters, whether or not its words show them: so a
 * line is about a bag as soon as whoever logs it hands over the bag's id, or that of something of
 * the bag's, and no thread must remember what it works on.
 */
final class LogFields {
  private LogFields() {}

  /** {@code bag}, {@code provider} and {@code part}, as far as they are known. */
  static Map<String, String> of(LogRecord line) {
    Map<String, String> fields = new LinkedHashMap<>();
    Object[] parameters = line.getParameters();
    if (parameters != null) {
      for (Object parameter : parameters) {
        note(parameter, fields);
      }
    }
    return fields;
  }

  private static void note(@Nullable Object parameter, Map<String, String> fields) {
    switch (parameter) {
      case BagId bag -> fields.putIfAbsent("bag", bag.value());
      case CallId call -> fields.putIfAbsent("bag", call.bag().value());
      case OutboxMessage.Id owed -> fields.putIfAbsent("bag", owed.bag().value());
      case ProviderId provider -> fields.putIfAbsent("provider", provider.value());
      case ReservationId part -> {
        fields.putIfAbsent("bag", part.call().bag().value());
        fields.putIfAbsent("provider", part.provider().value());
        fields.putIfAbsent("part", part.call().round() + "." + part.attempt());
      }
      case null, default -> {}
    }
  }

  /**
   * What went wrong, if the line is to say all of it: errors hand it over as their last parameter.
   */
  static @Nullable Throwable thrown(LogRecord line) {
    if (line.getThrown() != null) {
      return line.getThrown();
    }
    Object[] parameters = line.getParameters();
    return line.getLevel().equals(Level.SEVERE)
            && parameters != null
            && parameters.length > 0
            && parameters[parameters.length - 1] instanceof Throwable failure
        ? failure
        : null;
  }
}
