package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TaskOptionsTest {
  @Test
  void setupAndVariablesPrecedeTheCommand() throws Exception {
    TaskOptions options =
        options(Optional.empty(), List.of("B=\"$A!\"", "cd /"), Map.of("A", "it's $(id)"));
    assertThat(run(options.script("pwd; echo \"$B\""))).isEqualTo("/\nit's $(id)!\nexit 0");
  }

  @Test
  void failedSetupEndsTheTask() throws Exception {
    TaskOptions options = options(Optional.empty(), List.of("false"), Map.of());
    assertThat(run(options.script("echo never"))).isEqualTo("exit 1");
    assertThat(run(options(Optional.empty(), List.of("true"), Map.of()).script("false; echo on")))
        .isEqualTo("on\nexit 0");
  }

  @Test
  void bashIsALoginShell() throws Exception {
    TaskOptions options =
        options(Optional.of(TaskOptions.Shell.BASH), List.of("x=(1 '2 3')"), Map.of("A", "1"));
    assertThat(run(options.script("shopt -q login_shell && echo \"${x[1]} '$A'\"; exit 7")))
        .isEqualTo("2 3 '1'\nexit 7");
  }

  @Test
  void commandIsUnchangedByDefault() {
    assertThat(TaskOptions.DEFAULT.script("a 'b'")).isEqualTo("a 'b'");
    assertThat(TestWorkOrders.plain("a", new TaskList.Count(1)).withOptions(TaskOptions.DEFAULT))
        .isEqualTo(TestWorkOrders.plain("a", new TaskList.Count(1)));
  }

  @Test
  void invalidOptionsAreRejected() {
    for (String name : List.of("", "1A", "A-B", "A B", "A\n", "é")) {
      assertThatIllegalArgumentException()
          .as(name)
          .isThrownBy(() -> options(Optional.empty(), List.of(), Map.of(name, "1")));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Optional.empty(), List.of(), Map.of("A", "a\0")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Optional.empty(), Collections.nCopies(101, "true"), Map.of()));
  }

  private static TaskOptions options(
      Optional<TaskOptions.Shell> shell, List<String> setup, Map<String, String> environment) {
    return new TaskOptions(shell, setup, new TreeMap<>(environment), false, 20);
  }

  private static String run(String script) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("/bin/sh", "-c", script).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return output + "exit " + process.waitFor();
  }
}
