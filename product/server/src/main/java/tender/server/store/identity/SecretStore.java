package tender.server.store.identity;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.server.store.sql.Sql;

/**
 * Secrets that all replicas share, such as the key of the certificate authority. With a key from
 * outside of the database they are encrypted, also those that were stored before it was given.
 */
public final class SecretStore {
  private static final String SELECT = "select content from secret where name = ?";

  private final Sql sql;
  private final Optional<SecretCipher> cipher;

  public SecretStore(Sql sql, Optional<SecretCipher> cipher) {
    this.sql = sql;
    this.cipher = cipher;
  }

  /** The secret of this name. The first caller creates it; all later callers get the same one. */
  public String getOrCreate(String name, Supplier<String> make) {
    return read(name)
        .orElseGet(
            () -> {
              sql.update(
                  "insert into secret (name, content) values (?, ?) on conflict do nothing",
                  name,
                  stored(name, make.get()));
              return read(name).orElseThrow();
            });
  }

  /**
   * The secret of this name; changes nothing.
   *
   * @throws IllegalArgumentException if it is encrypted with a key that is not given
   */
  public Optional<String> find(String name) {
    return content(name).map(content -> decrypt(name, content));
  }

  private Optional<String> content(String name) {
    return sql.find(SELECT, row -> row.getString(1), name);
  }

  private Optional<String> read(String name) {
    Optional<String> content = content(name);
    Optional<String> secret = content.map(stored -> decrypt(name, stored));
    if (cipher.isPresent()
        && content.filter(stored -> !SecretCipher.isEncrypted(stored)).isPresent()) {
      replace(name, content.get(), stored(name, secret.orElseThrow()));
    }
    return secret;
  }

  /**
   * Encrypts all secrets with another key, or none if it fails; returns how many. Repeating it has
   * no effect.
   */
  public int changeKey(SecretCipher next) {
    return sql.transaction(
        session -> {
          List<Named> all =
              session.list(
                  "select name, content from secret order by name for update",
                  row -> new Named(row.getString(1), row.getString(2)));
          int changed = 0;
          for (Named one : all) {
            if (!next.isKeyOf(one.name(), one.content())) {
              String secret = decrypt(one.name(), one.content());
              changed +=
                  session.update(
                      "update secret set content = ? where name = ?",
                      next.encrypt(one.name(), secret),
                      one.name());
            }
          }
          return changed;
        });
  }

  private record Named(String name, String content) {}

  /** Another program may have replaced it in the meantime, and is then right. */
  private int replace(String name, String before, String after) {
    return sql.update(
        "update secret set content = ? where name = ? and content = ?", after, name, before);
  }

  /** What the database stores for a secret. */
  public String stored(String name, String secret) {
    return cipher.map(one -> one.encrypt(name, secret)).orElse(secret);
  }

  /**
   * A secret from what the database stores.
   *
   * @throws IllegalArgumentException if it is encrypted with a key that is not given
   */
  public String decrypt(String name, String content) {
    if (!SecretCipher.isEncrypted(content)) {
      return content;
    }
    return cipher
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The secret '%s' in the database is encrypted. Set 'encryption_key_file' to the file with its key."
                        .formatted(name)))
        .decrypt(name, content);
  }
}
