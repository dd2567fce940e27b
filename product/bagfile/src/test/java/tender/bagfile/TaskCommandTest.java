package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskCommandTest {
  private static final TaskList COUNT = new TaskList.Count(10);
  private static final TaskList LINES = new TaskList.Lines(Digest.of(new byte[0]), 10);

  @Test
  void placeholdersAreReplaced() {
    assertThat(TaskCommand.of("run {task}{task} {{x}}", COUNT).text(3)).isEqualTo("run 33 {x}");
    TaskCommand lines = TaskCommand.of("cat {line} > {task}.txt", LINES);
    assertThat(lines.needsLine()).isTrue();
    assertThat(lines.text(7, "it's {task}")).isEqualTo("cat 'it'\\''s {task}' > 7.txt");
    TaskList sweep = new TaskList.Sweep(List.of(new Parameter("x", List.of("a", "$b"))));
    assertThat(TaskCommand.of("{x}", sweep).text(1)).isEqualTo("'$b'");
    assertThat(TaskCommand.of("{{{x}}}", sweep).text(0)).isEqualTo("{'a'}");
    TaskList zip =
        new TaskList.Zip(
            List.of(
                new Parameter("x", List.of("a", "it's")), new Parameter("y", List.of("1", "2"))));
    assertThat(TaskCommand.of("{y} {x} {task}", zip).text(1)).isEqualTo("'2' 'it'\\''s' 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "}",
        "{}",
        "{x",
        "x}",
        "{y}",
        "{line}",
        "{ x}",
        "{x}}",
        "awk '{print $1}'",
        "${HOME}",
        "{x{x}}"
      })
  void unknownPlaceholderIsRejected(String command) {
    TaskList sweep = new TaskList.Sweep(List.of(new Parameter("x", List.of("a"))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskCommand.of(command, sweep))
        .withMessageContaining("Known placeholders: {task}, {x}.")
        .withMessageContaining("{{");
  }

  @Test
  void taskOutsideTheListOrWithoutLineIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> TaskCommand.of("a", COUNT).text(10));
    assertThatIllegalArgumentException().isThrownBy(() -> TaskCommand.of("a", COUNT).text(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskCommand.of("{line}", LINES).text(0))
        .withMessageContaining("needs its line");
  }

  @Test
  void tooLongExpansionIsRejected() {
    String value = "'".repeat(4_096);
    var sweep = new TaskList.Sweep(List.of(new Parameter("x", List.of("", value))));
    assertThat(TaskCommand.of("{x}".repeat(63), sweep).text(1)).hasSize(63 * (4 * 4_096 + 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskCommand.of("{x}".repeat(64), sweep))
        .withMessageContaining("1048576");
    var zip = new TaskList.Zip(sweep.parameters());
    assertThatIllegalArgumentException().isThrownBy(() -> TaskCommand.of("{x}".repeat(64), zip));
    TaskCommand lines = TaskCommand.of("{line}".repeat(10_000), LINES);
    assertThat(lines.text(0, "")).hasSize(20_000);
    assertThatIllegalArgumentException().isThrownBy(() -> lines.text(0, value));
  }

  /** Uses a real shell, which alone defines how quotes are read. */
  @Test
  void shellReadsEveryQuotedValueUnchanged() throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(7);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      values.add(
          TestWorkOrders.oddText(random)
              + (char) (1 + random.nextInt(126))
              + TestWorkOrders.oddText(random));
    }
    var sweep = new TaskList.Sweep(List.of(new Parameter("x", values)));
    TaskCommand command = TaskCommand.of("printf '%s\\001' {x}", sweep);
    StringBuilder script = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (int task = 0; task < values.size(); task++) {
      script.append(command.text(task)).append('\n');
      expected.append(values.get(task)).append('\u0001');
    }
    Process shell = new ProcessBuilder("/bin/sh").redirectErrorStream(true).start();
    try (var in = shell.outputWriter(StandardCharsets.UTF_8)) {
      in.write(script.toString());
    }
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).isZero();
    assertThat(said).isEqualTo(expected.toString());
  }
}
