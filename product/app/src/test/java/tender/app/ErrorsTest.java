package tender.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error messages contain the given value, the expected value, and the advice. */
class ErrorsTest {
  private static final String SERVER = "database: 'jdbc:postgresql://127.0.0.1:1/t?password=pssst'";
  private static final List<String> AGENT =
      List.of(
          "provider: north",
          "servers: ['127.0.0.1:1']",
          "state_dir: %s/state",
          "work_dir: %s/work",
          "isolation: none",
          "batch_system: processes");

  @TempDir Path folder;

  private String error(int exitCode, String... args) {
    StringWriter err = new StringWriter();
    int code =
        Main.commandLineFor(args)
            .setErr(new PrintWriter(err))
            .setOut(new PrintWriter(new StringWriter()))
            .execute(args);
    assertThat(code).describedAs(err.toString()).isEqualTo(exitCode);
    assertThat(err.toString())
        .startsWith("tender: ")
        .doesNotContain("Exception", "\tat ", "java.", "pssst", "Pipeline");
    return err.toString();
  }

  private String file(String text) throws IOException {
    return file(text, "rw-------");
  }

  private String file(String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.yaml"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode)).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          status -n many           | 'many' must be   | a whole number     | tender status --help
          submit x --budget lots   | 'lots' must be   | a number           | tender submit --help
          status -o xml            | 'xml' must be    | one of table, json | tender status --help
          completion tcsh          | 'tcsh' must be   | one of bash, zsh   | tender completion --help
          subimt x                 | command 'subimt' | tender submit      | tender --help
          server frob              | command 'frob'   | For help           | tender server --help
          demo --tasks 0           | --tasks is 0     | at least 1         | tender demo --help
          demo --processors a,b    | is 'a,b'         | such as 16,8,24    | tender demo --help
          operator add-provider n --hours 0 | --hours is 0 | from 1 to 8760 | --help
          operator bags -n 0       | --limit is 0     | from 1 to 10000    | --help
          operator cancel b        | --reason         | Missing            | --help
          operator set-role a root | 'root' must be   | one of user        | --help
          operator deposit 5       | --user           | --provider         | --help
          audit list -n 0          | --limit is 0     | tender audit export | --help
          server run /             | / is a folder    | a configuration file | Give the path
          server run /nowhere.yaml | /nowhere.yaml    | does not exist   | create the file
          """)
  void explainsInvalidCommandLine(String line, String given, String expected, String next) {
    assertThat(error(2, line.split(" "))).contains(given, expected, next);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          reply_timeout_seconds: soon  | line 2: The setting 'reply_timeout_seconds' is 'soon' | a number
          reply_timeout_seconds: -3    | 'reply_timeout_seconds' is -3.0                       | above 0
          database_connections: few | 'database_connections' is 'few' | a whole number
          policy: best          | 'policy' is 'best'                             | one of earliest, plb
          rest_address: nowhere | 'rest_address' is 'nowhere' | such as 127.0.0.1:7480
          rest_address: 127.0.0.1:99999 | '127.0.0.1:99999'                            | from 0 to 65535
          rest_address: 0.0.0.0:0 | '0.0.0.0:0', where the tokens of users would be sent in plain HTTP | behind_proxy
          penalty_percent: 200  | 'penalty_percent' is 200.0                     | from 0 to 100
          auction_surplus_percent: -1 | 'auction_surplus_percent' is -1.0        | from 0 to 100
          providers_per_call: 0 | 'providers_per_call' is 0                      | at least 1
          quotas: {open_bags: 0} | 'quotas.open_bags' is 0                | from 1 to
          retention: 90         | 'retention' is '90'                            | such as 90d
          max_keep: ever        | 'max_keep' is 'ever'                           | such as 90d
          certificate: /no.crt  | 'certificate' is given without 'key'           | both
          server_names: localhost | 'server_names'                                        | a list
          polciy: plb           | unknown setting 'polciy'                       | Known settings
          "] : ["               | line 2                                         | Check indentation
          """)
  void explainsInvalidServerConfig(String line, String given, String expected) throws IOException {
    String free = line.startsWith("rest_address") ? "" : "\nrest_address: '127.0.0.1:0'";
    String text = SERVER + "\n" + line + free + "\nagent_address: '127.0.0.1:0'\n";
    assertThat(error(2, "server", "run", file(text))).contains(given, expected);
  }

  @Test
  void explainsSecretsThatEveryAccountCanRead() throws IOException {
    String open = file(SERVER + "\n", "rw-r-----");
    String key = folder + "/encryption.key";
    Files.writeString(Path.of(key), "a");
    Files.setPosixFilePermissions(Path.of(key), PosixFilePermissions.fromString("rw----r--"));
    assertThat(error(2, "server", "run", file(SERVER + "\nencryption_key_file: " + key)))
        .contains("'encryption_key_file'", "rw----r--", "chmod o-rwx " + key);
    for (String mode : List.of("rw-r--r--", "rw----r--", "rw-r---w-")) {
      assertThat(error(2, "server", "run", file(SERVER + "\n", mode)))
          .contains("the database's password", "settings.yaml is " + mode, "chmod o-rwx " + open)
          .doesNotContain("pssst");
    }
  }

  @Test
  void explainsUnreachableDatabase() throws IOException {
    String text = SERVER + "\nrest_address: '127.0.0.1:0'\nagent_address: '127.0.0.1:0'\n";
    assertThat(error(1, "server", "run", file(text)))
        .contains("PostgreSQL at jdbc:postgresql://127.0.0.1:1/t:", "refused", "'database'");
  }

  @Test
  void explainsPortInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      String text = SERVER + "\nagent_address: '127.0.0.1:0'\nrest_address: '" + address + "'\n";
      assertThat(error(1, "server", "run", file(text)))
          .contains("'rest_address' is '" + address, "address already in use", "choose another");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          price_per_processor_hour: cheap | 'price_per_processor_hour' is 'cheap' | a number
          price_per_processor_hour: -2    | 'price_per_processor_hour' is -2      | not be below 0
          processes: {slots: 0}         | 'processes.slots' is 0                | at least 1
          processes: {memory_mb: -1}    | 'processes.memory_mb' is -1           | from 0 to
          slurm: {}                     | 'slurm.partition' is missing          | the agent's jobs
          offer_valid_second: 3                 | unknown setting 'offer_valid_second'             | offer_valid_seconds
          speed: fast                           | 'speed' is 'fast'                           | a number from 0.001 to 1000
          owner_page_port: any                  | 'owner_page_port' is 'any'                  | a whole number
          """)
  void explainsInvalidAgentConfig(String line, String given, String expected) throws IOException {
    String text = String.join("\n", AGENT).formatted(folder, folder) + "\n" + line + "\n";
    assertThat(error(2, "agent", "check", file(text))).contains(given, expected);
  }

  @Test
  void explainsMissingSlurmConfig() throws IOException {
    String settings = String.join("\n", AGENT).formatted(folder, folder);
    String text =
        settings.replace("batch_system: processes", "batch_system: slurm")
            + "\nslurm: {partition: main, config_file: /no.conf}\n";
    assertThat(error(2, "agent", "check", file(text)))
        .contains("'slurm.config_file' is /no.conf", "cannot be read", "remove the setting");
  }

  @Test
  void explainsUnreachableServerAndUnwritableState() throws IOException {
    String settings = String.join("\n", AGENT).formatted(folder, folder);
    String token = "0".repeat(64) + "." + "0".repeat(64);
    assertThat(error(1, "agent", "enrol", file(settings), token))
        .contains("127.0.0.1:1", "connection refused", "'servers'");
    assertThat(error(2, "agent", "enrol", file(settings), "short"))
        .contains("5 characters", "64 hexadecimal digits", "Copy the whole line");
    Files.writeString(folder.resolve("taken"), "in the way");
    assertThat(error(2, "agent", "enrol", file(settings.replace("/state", "/taken")), token))
        .contains("'state_dir' is " + folder, "exists and is not a folder", "writable folder");
    assertThat(error(2, "agent", "check", file(settings.replaceAll("(?m)^servers.*$", ""))))
        .contains("'servers' is missing", "tender.example.org:7443");
  }
}
