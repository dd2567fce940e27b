package tender.app;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.support.input.Printable;
import tender.support.text.BagUsers;

/**
 * The fields {@code bag}, {@code provider}, {@code part} and {@code user} of a log record, taken
 * from its parameters, whether or not the message shows them. A caller only passes the id as a
 * parameter; no thread-local context is needed. The user is that of the bag.
 */
final class LogFields {
  /** Of a bag that this process has not read yet, such as one that an agent is called for. */
  private static final String UNKNOWN_USER = "unknown";

  private LogFields() {}

  /** The fields that are known. */
  static Map<String, String> of(LogRecord line) {
    Map<String, String> fields = new LinkedHashMap<>();
    Object[] parameters = line.getParameters();
    if (parameters != null) {
      for (Object parameter : parameters) {
        note(parameter, fields);
      }
    }
    Optional.ofNullable(fields.get("bag"))
        .map(bag -> BagUsers.find(new BagId(bag)).map(LogFields::value).orElse(UNKNOWN_USER))
        .ifPresent(user -> fields.put("user", user));
    return fields;
  }

  /** A name must not look like another field. */
  private static String value(String user) {
    return Printable.of(user).replace(' ', '_');
  }

  private static void note(@Nullable Object parameter, Map<String, String> fields) {
    switch (parameter) {
      case BagId bag -> fields.putIfAbsent("bag", bag.value());
      case CallId call -> fields.putIfAbsent("bag", call.bag().value());
      case OutboxMessage.Id message -> fields.putIfAbsent("bag", message.bag().value());
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
   * The exception to print with its stack trace: the record's own, or the last parameter of an
   * error.
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
