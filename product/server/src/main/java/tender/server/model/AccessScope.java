package tender.server.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a token allows. Each scope includes those before it. The names are stored. */
public enum AccessScope {
  /** To look at bags, results, the market and the account. */
  READ,
  /** To submit, accept, cancel, retry and delete bags too. */
  SUBMIT,
  /** To create and revoke access tokens too. */
  ADMIN;

  /** The scope with a name in lower case, as {@link #text} gives it. */
  public static Optional<AccessScope> of(String text) {
    return Stream.of(values()).filter(scope -> scope.text().equals(text)).findFirst();
  }

  /** The name in lower case, as it is stored and sent. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether this scope allows what needs the other one. */
  public boolean includes(AccessScope other) {
    return compareTo(other) >= 0;
  }
}
