package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.app.Main;
import tender.core.model.BagId;
import tender.server.model.BagPhase;

/** The command on a terminal, which the program script(1) emulates. */
@Timeout(120)
@Tag("slow")
class TerminalTest extends RestServerFixture {

  /** A run on its own terminal. */
  private record Terminal(Process process, StringWriter shown, Thread reader) {

    static Terminal of(Process process) {
      StringWriter shown = new StringWriter();
      return new Terminal(process, shown, Thread.ofVirtual().start(() -> read(process, shown)));
    }

    private static void read(Process process, StringWriter shown) {
      try (var text = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
        for (int next = text.read(); next >= 0; next = text.read()) {
          shown.append((char) next);
        }
      } catch (IOException e) {
        shown.append("closed");
      }
    }

    void await(String text) throws InterruptedException {
      while (!shown.toString().contains(text) && reader.isAlive()) {
        Thread.sleep(20);
      }
    }

    void press(String keys) throws IOException {
      OutputStream keyboard = process.getOutputStream();
      keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
      keyboard.flush();
    }

    int exitCode() throws InterruptedException {
      return process.waitFor();
    }

    String text() throws InterruptedException {
      reader.join();
      return shown.toString().replace("\r\n", "\n");
    }
  }

  private Terminal run(String arguments) throws IOException {
    return run(arguments, Map.of());
  }

  private Terminal run(String arguments, Map<String, String> environment) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String command =
        "'%s' -Duser.timezone=UTC -cp '%s' %s %s"
            .formatted(
                java, System.getProperty("java.class.path"), Main.class.getName(), arguments);
    ProcessBuilder builder = new ProcessBuilder("script", "-qefc", command, "/dev/null");
    builder.environment().put("TENDER_SERVER", address());
    builder.environment().put("TENDER_TOKEN", TOKEN);
    builder.environment().keySet().removeAll(List.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"));
    builder.environment().put("TERM", "xterm");
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    return Terminal.of(process);
  }

  @Test
  void asksAndReadsOneKey() throws Exception {
    Terminal yes = run("submit '" + file() + "'");
    yes.await("Press y");
    yes.press("y");
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.text())
        .contains("3 providers were called", "Press y to accept", "Promised:", "tender watch b1");
    assertThat(bags.status(ANN, new BagId("b1")).state()).isEqualTo(BagPhase.RUNNING);

    Terminal no = run("submit '" + file() + "' --deadline 2030-01-01T00:30Z");
    no.await("Press y");
    no.press("n");
    assertThat(no.exitCode()).isEqualTo(3);
    assertThat(no.text())
        .contains("The deadline of 2030-01-01 00:30:00 cannot be met; the earliest is")
        .contains("was declined");
    assertThat(bags.status(ANN, new BagId("b2")).state()).isEqualTo(BagPhase.DECLINED);
  }

  @Test
  void drawsBarForEachProvider() throws Exception {
    BagId bag = submitted();
    deliver(bag, 0, 0);
    Terminal watch = run("watch b1");
    watch.await("1 of 2");
    for (int task = 1; task < 4; task++) {
      deliver(bag, task, 0);
    }
    assertThat(watch.exitCode()).isZero();
    assertThat(watch.text())
        .contains("  hpc-1  [" + "#".repeat(15) + " ".repeat(15) + "]  1 of 2")
        .contains("  hpc-2  [" + "#".repeat(30) + "]  2 of 2")
        .contains("Expected now: by 2030-01-01 01:00:00")
        .contains("\u001b[5A")
        .contains("is done");
  }

  /** Each stream is checked: output to a terminal is coloured, output to a pipe is not. */
  @Test
  void usesColoursOnlyOnTerminal() throws Exception {
    deliver(submitted(), 0, 3);
    Terminal status = run("status b1");
    assertThat(status.text())
        .contains(
            "\u001b[1m\u001b[31mpi (b1) is running: 1 of 4 tasks have ended, 1 of them failed.")
        .contains("\u001b[1mParts\u001b[");
    assertThat(run("status b1 | cat").text()).contains("1 of them failed").doesNotContain("\u001b");
    assertThat(run("status unknown | cat").text()).contains("\u001b[1m\u001b[31mtender:");
    assertThat(run("status unknown 2>&1 | cat").text())
        .contains("tender: ")
        .doesNotContain("\u001b");
    assertThat(run("status b1 </dev/null").text()).contains("\u001b[31m");
    assertThat(run("status b1 -o json").text()).doesNotContain("\u001b");
  }

  @Test
  void environmentVariablesControlColours() throws Exception {
    submitted();
    assertThat(run("status b1", Map.of("NO_COLOR", "1")).text()).doesNotContain("\u001b");
    assertThat(run("status b1", Map.of("TERM", "dumb")).text()).doesNotContain("\u001b");
    assertThat(run("status b1", Map.of("CLICOLOR", "0")).text()).doesNotContain("\u001b");
    assertThat(run("status b1 | cat", Map.of("CLICOLOR_FORCE", "1")).text()).contains("\u001b[");
    assertThat(run("--help", Map.of("NO_COLOR", "1")).text())
        .doesNotContain("\u001b")
        .contains("For users:");
  }
}
