package tender.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir Path home;

  @Test
  void configFileFollowsTheEnvironment() throws IOException {
    write(home.resolve(".config"), "of-home");
    Path other = home.resolve("other");
    write(other, "of-xdg");
    assertThat(token(Map.of())).isEqualTo("of-home");
    assertThat(token(Map.of("XDG_CONFIG_HOME", other.toString()))).isEqualTo("of-xdg");
    assertThat(token(Map.of("XDG_CONFIG_HOME", "relative"))).isEqualTo("of-home");
  }

  @Test
  void missingTokenIsReportedWithTheFile() {
    assertThatThrownBy(() -> token(Map.of()))
        .hasMessage(
            "No token is configured.\nSet TENDER_TOKEN, or \"token: ...\" in "
                + home.resolve(".config/tender/config.yaml")
                + ", or log in: tender login");
  }

  private String token(Map<String, String> environment) {
    return ConnectionSettings.find(null, environment, home).token();
  }

  private static void write(Path folder, String token) throws IOException {
    Path file = folder.resolve("tender/config.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "token: " + token);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
