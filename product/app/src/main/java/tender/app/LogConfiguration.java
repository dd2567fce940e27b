package tender.app;

import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Configures logging: one line for each record to standard error, as text or as JSON. */
final class LogConfiguration {
  /** Kept in a field, because an unreferenced logger may be garbage-collected with its level. */
  private static final Logger ROOT = Logger.getLogger("");

  /** Libraries whose routine messages do not help an operator. */
  private static final List<Logger> QUIET =
      Stream.of("io.grpc", "io.helidon", "org.flywaydb", "com.zaxxer.hikari")
          .map(Logger::getLogger)
          .toList();

  private LogConfiguration() {}

  /**
   * @throws IllegalArgumentException if TENDER_LOG is invalid
   */
  static void configure() {
    Formatter format = format(System.getenv("TENDER_LOG"));
    boolean debug = System.getenv("TENDER_DEBUG") != null;
    ROOT.setLevel(debug ? Level.FINE : Level.INFO);
    QUIET.forEach(logger -> logger.setLevel(debug ? Level.FINE : Level.SEVERE));
    for (var handler : ROOT.getHandlers()) {
      handler.setLevel(Level.FINE);
      handler.setFormatter(format);
    }
  }

  /** The format that TENDER_LOG names. */
  private static Formatter format(@Nullable String wanted) {
    return switch (wanted) {
      case "json" -> new JsonLogFormatter();
      case null -> new TextLogFormatter();
      case "", "text" -> new TextLogFormatter();
      default ->
          throw new IllegalArgumentException(
              "TENDER_LOG is '" + wanted + "', but must be text or json.");
    };
  }
}
