package tender.program.measure;

import java.util.Optional;
import tender.server.ServerFile;

/** Settings of servers on this machine. */
final class Servers {
  private Servers() {}

  /** On any free ports. */
  static ServerFile file(String jdbcUrl) {
    return new ServerFile(
        jdbcUrl,
        Optional.of("127.0.0.1:0"),
        Optional.of("127.0.0.1:0"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
