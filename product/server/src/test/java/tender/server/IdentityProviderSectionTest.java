package tender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityProviderSectionTest {
  private static final String ISSUER = "https://id.example.org/realms/lab";
  private static final Optional<Path> KEY = Optional.of(Path.of("key"));

  @TempDir private Path folder;

  private static IdentityProviderSection section(String issuer, String url, Path secret) {
    return new IdentityProviderSection(
        issuer, "tender", secret, url, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private Path secret(String permissions) throws IOException {
    Path file = folder.resolve("secret");
    Files.writeString(file, "s3cret\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void publicUrlIsWrittenAsBrowsersWriteIt() throws IOException {
    Path secret = secret("rw-------");
    assertThat(section(ISSUER, "https://Tender.example.org:443", secret).settings().publicUrl())
        .hasToString("https://tender.example.org");
    assertThat(section(ISSUER, "http://127.0.0.1:7480", secret).settings().publicUrl())
        .hasToString("http://127.0.0.1:7480");
    assertThat(section(ISSUER, "https://tender.example.org", secret).settings().toString())
        .doesNotContain("s3cret");
  }

  @Test
  void addressesMustBeEncryptedAndComplete() {
    Path secret = Path.of("secret");
    section(ISSUER, "https://tender.example.org", secret).validate(KEY);
    for (String url :
        List.of("http://tender.example.org", "tender", "https://", "https://a/b", "https://a?b")) {
      assertThatThrownBy(() -> section(ISSUER, url, secret).validate(KEY))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("identity_provider.public_url");
    }
    assertThatThrownBy(() -> section("http://id.example.org", "https://a", secret).validate(KEY))
        .hasMessageContaining("identity_provider.issuer");
  }

  @Test
  void keyOfTheDatabaseIsRequired() {
    assertThatThrownBy(
            () -> section(ISSUER, "https://a", Path.of("secret")).validate(Optional.empty()))
        .hasMessageContaining("encryption_key_file", "openssl rand -hex 32");
  }

  @Test
  void secretThatEveryAccountCanReadIsRefused() throws IOException {
    Path secret = secret("rw-r--r--");
    assertThatThrownBy(() -> section(ISSUER, "https://a", secret).settings())
        .hasMessageContaining("chmod o-rwx");
  }
}
