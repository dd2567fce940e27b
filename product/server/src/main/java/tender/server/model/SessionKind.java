package tender.server.model;

import java.time.Duration;
import java.util.Locale;

/** Where a person has logged in, and for how long. The names are stored. */
public enum SessionKind {
  /** In a browser, which has a cookie. */
  BROWSER(Duration.ofHours(12), Duration.ofHours(2)),
  /** With the command line, which has a file. */
  COMMAND(Duration.ofDays(30), Duration.ofDays(7));

  private final Duration validity;
  private final Duration idle;

  SessionKind(Duration validity, Duration idle) {
    this.validity = validity;
    this.idle = idle;
  }

  /** How long a session lasts. */
  public Duration validity() {
    return validity;
  }

  /** How long a session lasts that is not used. */
  public Duration idle() {
    return idle;
  }

  /** The name in lower case, as it is stored. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
