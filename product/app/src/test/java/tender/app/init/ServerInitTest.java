package tender.app.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.app.CommandRun;
import tender.server.ServerConfig;
import tender.support.config.YamlConfigReader;

/** The command that writes a server's configuration, without a terminal. */
class ServerInitTest {
  private static final Path EXAMPLE = Path.of("..", "..", "examples", "live", "server.yaml");

  @TempDir private Path folder;

  private CommandRun init(String... more) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "pssst&=%+ü\n");
    String[] arguments = {
      "server",
      "init",
      folder.resolve("server.yaml").toString(),
      "--database",
      "127.0.0.1:1/market",
      "--password-file",
      password.toString(),
      "--rest-address",
      "127.0.0.1:0",
      "--agent-address",
      "127.0.0.1:0",
      "--server-name",
      "localhost",
      "--server-name",
      "127.0.0.1"
    };
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return CommandRun.of(all);
  }

  @Test
  void writesAValidAndPrivateFile() throws IOException {
    CommandRun run = init();
    Path file = folder.resolve("server.yaml");
    ServerConfig config = YamlConfigReader.read(file, ServerConfig.class);
    assertThat(config.database())
        .isEqualTo(
            "jdbc:postgresql://127.0.0.1:1/market?user=tender&password=pssst%26%3D%25%2B%C3%BC");
    assertThat(config.restAddress()).contains("127.0.0.1:0");
    assertThat(config.serverNames().orElseThrow()).containsExactly("localhost", "127.0.0.1");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .matches("rw-[r-]-----");
    assertThat(run.out() + run.err()).doesNotContain("pssst");
  }

  @Test
  void keepsTheCommentsOfTheExample() throws IOException {
    init();
    assertThat(Files.readAllLines(folder.resolve("server.yaml")))
        .containsAll(
            Files.readAllLines(EXAMPLE).stream().filter(line -> line.startsWith("# ")).toList());
  }

  @Test
  void reportsFaultsAndTheNextCommand() throws IOException {
    CommandRun run = init();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("Wrote " + folder.resolve("server.yaml"))
        .contains("database-port", "connection refused")
        .doesNotContain("all settings are valid")
        .contains("Next: correct the faults, then: tender server doctor " + folder);
  }

  @Test
  void existingFileIsNotReplacedWithoutForce() throws IOException {
    Path file = Files.writeString(folder.resolve("server.yaml"), "mine\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    CommandRun refused = init();
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("server.yaml exists", "--force");
    assertThat(file).hasContent("mine");

    init("--force");
    assertThat(file).content().contains("database: ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .as("the group may still read it, and others no more")
        .isEqualTo("rw-r-----");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("password", "server.yaml");
  }

  @Test
  void missingPasswordIsExplained() {
    CommandRun run = CommandRun.of("server", "init", folder.resolve("server.yaml").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--password-file is missing", "no terminal");
    assertThat(folder.resolve("server.yaml")).doesNotExist();
  }

  @Test
  void invalidDatabaseIsExplained() throws IOException {
    assertThat(init("--database", "x y").err()).contains("--database");
    assertThat(CommandRun.of("server", "init", "/absent/server.yaml").err())
        .contains("/absent is not a folder");
  }
}
