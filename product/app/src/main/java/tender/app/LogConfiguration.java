package tender.app;

import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the program's parts log: a line each, to standard error, for people or for programs. */
final class LogConfiguration {
  /** Kept, since a logger that nobody holds may be forgotten with its level. */
  private static final Logger ROOT = Logger.getLogger("");

  /** What these say at their ease is of no use to an operator. */
  private static final List<Logger> QUIET =
      Stream.of("io.grpc", "io.helidon", "org.flywaydb", "com.zaxxer.hikari")
          .map(Logger::getLogger)
          .toList();

  private LogConfiguration() {}

  /**
   * @throws IllegalArgumentException if the environment asks for what there is not
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

  /** What the environment asks for. */
  private static Formatter format(@Nullable String wanted) {
    return switch (wanted) {
      case "json" -> new JsonLogFormatter();
      case null -> new TextLogFormatter();
      case "", "text" -> new TextLogFormatter();
      default ->
          throw new IllegalArgumentException(
              "TENDER_LOG is '" + wanted + "', and must be text or json, or not be set.");
    };
  }
}
