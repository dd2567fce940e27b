package tender.server.store;

/**
 * Where PostgreSQL is, and how much of it to use.
 *
 * @param jdbcUrl with user and password, such as {@code
 *     jdbc:postgresql://db.example.org/tender?user=tender&password=…}
 * @param connections how many to keep open at most
 */
public record DatabaseSettings(String jdbcUrl, int connections) {
  /** The address without what follows it, which holds the password. */
  String shown() {
    return jdbcUrl.replaceFirst("\\?.*", "");
  }

  public DatabaseSettings {
    if (!jdbcUrl.startsWith("jdbc:postgresql:")) {
      // Not the address itself: it holds a password.
      throw new IllegalArgumentException(
          "The database's address does not begin with jdbc:postgresql:. Give one such as"
              + " jdbc:postgresql://host/tender?user=tender&password=…");
    }
    if (connections < 1) {
      throw new IllegalArgumentException(
          "The number of connections to the database is "
              + connections
              + ", and must be positive.");
    }
  }
}
