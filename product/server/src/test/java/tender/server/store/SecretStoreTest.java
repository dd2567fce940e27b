package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.server.store.identity.SecretCipher;
import tender.server.store.identity.SecretStore;

/** Secrets in a real PostgreSQL, encrypted and not. */
class SecretStoreTest extends DatabaseTestCase {
  @TempDir private Path folder;

  private Path key(String name, String digit) throws IOException {
    Path file = Files.writeString(folder.resolve(name), digit.repeat(64) + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private SecretStore secrets(Path key) {
    return new SecretStore(sql, Optional.of(SecretCipher.fromFile(key)));
  }

  private String stored(String name) {
    return sql.find("select content from secret where name = ?", row -> row.getString(1), name)
        .orElseThrow();
  }

  @Test
  void secretIsEncryptedWhenItIsCreated() throws Exception {
    SecretStore secrets = secrets(key("one", "1"));
    assertThat(secrets.getOrCreate("authority", () -> "private")).isEqualTo("private");
    assertThat(stored("authority")).startsWith("aes-256-gcm:").doesNotContain("private");
    assertThat(secrets.getOrCreate("authority", () -> "other")).isEqualTo("private");
    assertThat(secrets.find("authority")).contains("private");
  }

  @Test
  void secretIsEncryptedWhenTheKeyIsFirstGiven() throws Exception {
    database.secrets().getOrCreate("authority", () -> "private");
    assertThat(stored("authority")).isEqualTo("private");
    assertThat(secrets(key("one", "1")).getOrCreate("authority", () -> "other"))
        .isEqualTo("private");
    assertThat(stored("authority")).startsWith("aes-256-gcm:");
    assertThatThrownBy(() -> database.secrets().getOrCreate("authority", () -> "other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Set 'encryption_key_file'");
  }

  @Test
  void wrongKeyAndChangedSecretAreRefused() throws Exception {
    SecretStore secrets = secrets(key("one", "1"));
    secrets.getOrCreate("authority", () -> "private");
    assertThatThrownBy(() -> secrets(key("two", "2")).find("authority"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be decrypted with the key in " + folder.resolve("two"));
    String before = stored("authority");
    for (String content :
        new String[] {
          "aes-256-gcm:", "aes-256-gcm:???", before.substring(0, 40), before.replace("=", "") + "AA"
        }) {
      sql.update("update secret set content = ?", content);
      assertThatThrownBy(() -> secrets.find("authority"))
          .as(content)
          .isInstanceOf(IllegalArgumentException.class);
    }
    // A secret cannot take the place of another one.
    sql.update("update secret set content = ?, name = 'other'", before);
    assertThatThrownBy(() -> secrets.find("other")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keyCanBeChanged() throws Exception {
    Path one = key("one", "1");
    Path two = key("two", "2");
    secrets(one).getOrCreate("authority", () -> "private");
    assertThat(secrets(one).changeKey(SecretCipher.fromFile(two))).isEqualTo(1);
    assertThat(secrets(two).find("authority")).contains("private");
    assertThatThrownBy(() -> secrets(one).find("authority"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keyMustBePrivateAndComplete() throws Exception {
    Path file = key("one", "1");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> SecretCipher.fromFile(file)).hasMessageContaining("chmod o-rwx");
    assertThatThrownBy(() -> SecretCipher.fromFile(key("short", "")))
        .hasMessageContaining("openssl rand -hex 32");
    assertThatThrownBy(() -> SecretCipher.fromFile(folder.resolve("missing")))
        .hasMessageContaining("Cannot read the encryption key");
  }
}
