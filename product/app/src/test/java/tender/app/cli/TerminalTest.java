package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.app.TerminalRun;
import tender.core.model.BagId;
import tender.server.model.BagPhase;

/** The command on a terminal, which the program script(1) emulates. */
@Timeout(120)
@Tag("slow")
class TerminalTest extends RestServerFixture {

  private TerminalRun run(String arguments) throws IOException {
    return run(arguments, Map.of());
  }

  private TerminalRun run(String arguments, Map<String, String> more) throws IOException {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("TENDER_SERVER", address());
    environment.put("TENDER_TOKEN", TOKEN);
    return TerminalRun.start(arguments, environment);
  }

  @Test
  void asksAndReadsOneKey() throws Exception {
    TerminalRun yes = run("submit '" + file() + "'");
    yes.await("Press y");
    yes.press("y");
    assertThat(yes.exitCode()).isZero();
    assertThat(yes.text())
        .contains("3 providers were called", "Press y to accept", "Promised:", "tender watch b1");
    assertThat(bags.status(ANN, new BagId("b1")).state()).isEqualTo(BagPhase.RUNNING);

    TerminalRun no = run("submit '" + file() + "' --deadline 2030-01-01T00:30Z");
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
    TerminalRun watch = run("watch b1");
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
    TerminalRun status = run("status b1");
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
