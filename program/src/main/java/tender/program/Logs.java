package tender.program;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** How the program's parts log: a line each, to standard error. */
final class Logs {
  private static final String LINE = "%1$tFT%1$tT.%1$tL %4$s %3$s: %5$s%6$s%n";

  /** Kept, since a logger that nobody holds may be forgotten with its level. */
  private static final Logger ROOT = Logger.getLogger("");

  /** What these say at their ease is of no use to an operator. */
  private static final List<Logger> QUIET =
      Stream.of("io.grpc", "io.helidon", "org.flywaydb", "com.zaxxer.hikari")
          .map(Logger::getLogger)
          .toList();

  private Logs() {}

  static void configure() {
    if (System.getProperty("java.util.logging.SimpleFormatter.format") == null) {
      System.setProperty("java.util.logging.SimpleFormatter.format", LINE);
    }
    boolean debug = System.getenv("TENDER_DEBUG") != null;
    ROOT.setLevel(debug ? Level.FINE : Level.INFO);
    QUIET.forEach(logger -> logger.setLevel(debug ? Level.FINE : Level.SEVERE));
    for (var handler : ROOT.getHandlers()) {
      handler.setLevel(Level.FINE);
    }
  }
}
