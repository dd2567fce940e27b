package tender.server.store;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to connect to PostgreSQL.
 *
 * @param jdbcUrl with user and password, such as {@code
 *     jdbc:postgresql://db.example.org/tender?user=tender&password=…}
 * @param connections the size of the connection pool
 * @param encryptionKeyFile has the key of the secrets in the database; empty: they are not
 *     encrypted
 */
public record DatabaseSettings(String jdbcUrl, int connections, Optional<Path> encryptionKeyFile) {
  /** Without encrypted secrets. */
  public DatabaseSettings(String jdbcUrl, int connections) {
    this(jdbcUrl, connections, Optional.empty());
  }

  /** The address without its parameters, which contain the password. */
  String withoutPassword() {
    return jdbcUrl.replaceFirst("\\?.*", "");
  }

  public DatabaseSettings {
    if (!jdbcUrl.startsWith("jdbc:postgresql:")) {
      // The message omits the address, because it contains a password.
      throw new IllegalArgumentException(
          "The setting 'database' must start with jdbc:postgresql:. Use an address such as"
              + " jdbc:postgresql://host/tender?user=tender&password=…");
    }
    if (connections < 1) {
      throw new IllegalArgumentException(
          "The setting 'database_connections' is " + connections + "; it must be at least 1.");
    }
  }
}
