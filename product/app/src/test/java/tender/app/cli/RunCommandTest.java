package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RunCommandTest extends RestServerFixture {
  @Test
  void submitsCommandForEachRow() throws IOException {
    Path rows = Files.writeString(home.resolve("rows.csv"), "sample,seed\na b,1\nc,2\nd,3\n");
    CliRun cli =
        CliRun.run(
            "run",
            "--each-row",
            rows.toString(),
            "--runtime",
            "2m",
            "--outputs",
            "*.json,*.csv",
            "--setup",
            "module load r, gcc",
            "--setup",
            "date",
            "--env",
            "OMP_NUM_THREADS=1",
            "--inputs",
            "pom.xml",
            "-y",
            "-o",
            "json",
            "--",
            "/bin/echo",
            "-n",
            "{sample}",
            "--seed={seed}");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("state").asString()).isEqualTo("running");
    assertThat(cli.json().get("name").asString()).isEqualTo("echo");
    assertThat(cli.json().get("tasks").asInt()).isEqualTo(3);
  }

  @Test
  void submitsOneTaskByDefault() throws IOException {
    CliRun one =
        CliRun.run(
            "run", "--runtime", "1s", "--deadline", "2030-01-01T05:00Z", "-y", "-o", "json", "id");
    assertThat(one.json().get("tasks").asInt()).isOne();
    assertThat(one.json().get("deadline").asString()).isEqualTo("2030-01-01T05:00:00Z");
    Path lines = Files.writeString(home.resolve("lines"), "a\nb\n");
    CliRun two =
        CliRun.run(
            "run",
            "--each-line",
            lines.toString(),
            "--runtime",
            "1s",
            "--name",
            "words",
            "-y",
            "--",
            "wc {line}");
    assertThat(two.exitCode()).as(two.err()).isZero();
    assertThat(CliRun.run("status", "b2").out()).startsWith("words (b2)");
  }

  @Test
  void errorsNameTheOption() {
    assertError("--runtime is \"2x\", but must be how long", "--runtime", "2x", "id");
    assertError(
        "The bag cannot be used: The variable 'A-B'", "--runtime", "1s", "--env", "A-B=1", "id");
    assertError("--retries is", "--runtime", "1s", "--retries", "101", "id");
    assertError("--tasks is \"many\"", "--runtime", "1s", "--tasks", "many", "id");
    assertError("--shell is \"zsh\", but must be sh or bash", "--runtime=1s", "--shell=zsh", "id");
    assertError(
        "--each-row cannot be used: File 'none.csv' does not exist",
        "--runtime=1s",
        "--each-row=none.csv",
        "id");
    assertError("--inputs[0] cannot be used", "--runtime", "1s", "--inputs", "/etc/passwd", "id");
    assertError(
        "The command cannot be used: The command has the unknown placeholder '{seed}'",
        "--runtime",
        "1s",
        "--",
        "echo",
        "{seed}");
    assertError("Give only one of --tasks,", "--runtime=1s", "--tasks=2", "--each-row=a", "id");
    assertError("Missing required option: '--runtime", "--tasks", "2", "id");
    assertError("Missing required parameter: 'COMMAND", "--runtime", "1s");
    assertThat(CliRun.run("status").out()).contains("You have no bags.");
  }

  private static void assertError(String message, String... args) {
    String[] all = new String[args.length + 2];
    all[0] = "run";
    all[1] = "-y";
    System.arraycopy(args, 0, all, 2, args.length);
    CliRun cli = CliRun.run(all);
    assertThat(cli.exitCode()).as(message).isEqualTo(2);
    assertThat(cli.err()).startsWith("tender: " + message);
  }
}
