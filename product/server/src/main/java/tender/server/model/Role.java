package tender.server.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a user may do in the whole market. The names are stored. */
public enum Role {
  /** Submits bags, and sees only their own. */
  USER,
  /** Manages the market, and may look at everything. Submits bags like a user. */
  OPERATOR,
  /** May look at everything and change nothing, so that they need not be trusted with it. */
  AUDITOR;

  /** The role with a name in lower case, as {@link #text} gives it. */
  public static Optional<Role> of(String text) {
    return Stream.of(values()).filter(role -> role.text().equals(text)).findFirst();
  }

  /** The name in lower case, as it is stored and sent. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
