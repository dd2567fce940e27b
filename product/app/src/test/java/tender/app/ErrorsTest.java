package tender.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong says what was given, what was expected, and what to do next. */
class ErrorsTest {
  private static final String SERVER = "database: 'jdbc:postgresql://127.0.0.1:1/t?password=pssst'";
  private static final List<String> AGENT =
      List.of(
          "provider: north",
          "servers: ['127.0.0.1:1']",
          "state: %s/state",
          "work: %s/work",
          "batch_system: processes");

  @TempDir Path folder;

  private String said(int exitCode, String... args) {
    StringWriter err = new StringWriter();
    int code =
        Main.commandLine()
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
    return Files.writeString(folder.resolve("settings.yaml"), text).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          status -n many           | 'many' is given  | a whole number     | tender status --help
          submit x --budget lots   | 'lots' is given  | a number           | tender submit --help
          status -o xml            | 'xml' is given   | one of table, json | tender status --help
          completion tcsh          | 'tcsh' is given  | one of bash, zsh   | tender completion --help
          subimt x                 | command 'subimt' | tender submit      | tender --help
          server frob              | command 'frob'   | For help           | tender server --help
          demo --tasks 0           | --tasks is 0     | at least 1         | tender demo --help
          demo --processors a,b    | is 'a,b'         | such as 16,8,24    | tender demo --help
          server add-provider f n --hours 0 | --hours is 0 | from 1 to 8760 | --help
          server run /             | / is a folder    | a file of settings | Name the file
          server run /nowhere.yaml | /nowhere.yaml    | There is no file   | Write one
          """)
  void ofWhatIsTyped(String line, String given, String expected, String next) {
    assertThat(said(2, line.split(" "))).contains(given, expected, next);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          answer_seconds: soon  | line 2: The setting 'answer_seconds' is 'soon' | a number
          answer_seconds: -3    | 'answer_seconds' is -3.0                       | above 0
          connections: few      | 'connections' is 'few'                         | a whole number
          policy: best          | 'policy' is 'best'                             | one of earliest, plb
          people: nowhere       | 'people' is 'nowhere'                          | such as 127.0.0.1:7480
          people: 127.0.0.1:99999 | '127.0.0.1:99999'                            | from 0 to 65535
          penalty_percent: 200  | 'penalty_percent' is 200.0                     | from 0 to 100
          certificate: /no.crt  | 'certificate' is given without 'key'           | both
          names: localhost      | 'names'                                        | a list
          polciy: plb           | no setting 'polciy'                            | Known are
          "] : ["               | line 2                                         | Look at indentation
          """)
  void ofAServersSettings(String line, String given, String expected) throws IOException {
    String free = line.startsWith("people") ? "" : "\npeople: '127.0.0.1:0'";
    String text = SERVER + "\n" + line + free + "\nagents: '127.0.0.1:0'\n";
    assertThat(said(2, "server", "run", file(text))).contains(given, expected);
  }

  @Test
  void ofADatabaseThatDoesNotAnswer() throws IOException {
    String text = SERVER + "\npeople: '127.0.0.1:0'\nagents: '127.0.0.1:0'\n";
    assertThat(said(1, "server", "run", file(text)))
        .contains("jdbc:postgresql://127.0.0.1:1/t cannot be used", "refused", "'database'");
  }

  @Test
  void ofAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      String text = SERVER + "\nagents: '127.0.0.1:0'\npeople: '" + address + "'\n";
      assertThat(said(1, "server", "run", file(text)))
          .contains("'people' is '" + address, "listens there already", "choose another");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          price_per_processor_hour: cheap | 'price_per_processor_hour' is 'cheap' | a number
          price_per_processor_hour: -2    | 'price_per_processor_hour' is -2      | not below 0
          processes: {slots: 0}         | 'processes.slots' is 0                | at least 1
          slurm: {}                     | 'slurm.partition' is missing          | jobs go to
          offer_second: 3                 | no setting 'offer_second'             | offer_seconds
          page_port: any                  | 'page_port' is 'any'                  | a whole number
          """)
  void ofAnAgentsSettings(String line, String given, String expected) throws IOException {
    String text = String.join("\n", AGENT).formatted(folder, folder) + "\n" + line + "\n";
    assertThat(said(2, "agent", "check", file(text))).contains(given, expected);
  }

  @Test
  void ofASlurmThatIsNotThere() throws IOException {
    String settings = String.join("\n", AGENT).formatted(folder, folder);
    String text =
        settings.replace("batch_system: processes", "batch_system: slurm")
            + "\nslurm: {partition: main, configuration: /no.conf}\n";
    assertThat(said(2, "agent", "check", file(text)))
        .contains("'slurm.configuration' is /no.conf", "no such file", "leave it out");
  }

  @Test
  void ofAnAgentThatCannotReachOrKeep() throws IOException {
    String settings = String.join("\n", AGENT).formatted(folder, folder);
    String token = "0".repeat(64) + "." + "0".repeat(64);
    assertThat(said(1, "agent", "enrol", file(settings), token))
        .contains("127.0.0.1:1", "nobody listens there", "'servers'");
    assertThat(said(2, "agent", "enrol", file(settings), "short"))
        .contains("5 characters", "64 hexadecimal digits", "Copy all of the line");
    Files.writeString(folder.resolve("taken"), "in the way");
    assertThat(said(2, "agent", "enrol", file(settings.replace("/state", "/taken")), token))
        .contains("'state' is " + folder, "Not a directory", "in which you may write");
    assertThat(said(2, "agent", "check", file(settings.replaceAll("(?m)^servers.*$", ""))))
        .contains("'servers' is missing", "tender.example.org:7443");
  }
}
