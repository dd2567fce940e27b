package tender.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The completion scripts, run by real shells. */
@Timeout(120)
class CompletionTest {
  /** A stub of tender that lists two bags. */
  private static final String PROGRAM =
      """
      #!/bin/sh
      [ "$*" = "status --limit 100" ] || exit 1
      printf '  BAG     NAME\\n  b1-x    pi\\n  b2-y    sweep\\n'
      """;

  @TempDir Path folder;
  private Path program;

  @BeforeEach
  void start() throws IOException {
    program = Files.writeString(folder.resolve("tender"), PROGRAM);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("my bag.yaml"), "");
    Files.writeString(folder.resolve("other.txt"), "");
  }

  private static String script(String shell) {
    StringWriter out = new StringWriter();
    Main.commandLine().setOut(new PrintWriter(out)).execute("completion", shell);
    return out.toString();
  }

  private List<String> run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().merge("PATH", folder.toString(), (path, ours) -> ours + ":" + path);
    builder.environment().put("HOME", folder.toString());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.lines().toList();
  }

  /** What bash proposes for the last word. */
  private List<String> bash(String... words) throws Exception {
    Files.writeString(folder.resolve("script"), script("bash"));
    String typed =
        List.of(words).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    return run(
        "bash",
        "-c",
        ("source script; COMP_WORDS=(tender %s); COMP_CWORD=%d; _tender;"
                + " printf '%%s\\n' \"${COMPREPLY[@]}\"")
            .formatted(typed, words.length));
  }

  @Test
  void completesCommandsAndOptions() throws Exception {
    assertThat(bash("st")).containsExactly("status", "stats");
    assertThat(bash("operator", "add-")).containsExactly("add-user", "add-provider");
    assertThat(bash("submit", "--acc")).containsExactly("--accept-later", "--accept-over-budget");
    assertThat(bash("")).contains("agent", "demo", "quote").doesNotContain("hidden");
  }

  @Test
  void completesValuesOfOptions() throws Exception {
    assertThat(bash("status", "-o", "")).containsExactly("table", "json");
    assertThat(bash("status", "--output", "=", "j")).containsExactly("json");
    assertThat(bash("compose", "x.yaml", "--policy", "dp")).containsExactly("dplb", "dplbv2");
    assertThat(bash("completion", "")).containsExactly("bash", "zsh", "fish");
    assertThat(bash("status", "--limit", "")).containsExactly("");
  }

  @Test
  void completesFilesAndBags() throws Exception {
    assertThat(bash("submit", "my")).containsExactly("my bag.yaml");
    assertThat(bash("agent", "run", "oth")).containsExactly("other.txt");
    assertThat(bash("results", "b1-x", "--to", "oth")).containsExactly("other.txt");
    assertThat(bash("watch", "")).containsExactly("b1-x", "b2-y");
    assertThat(bash("status", "-o", "json", "b2")).containsExactly("b2-y");
    assertThat(bash("logs", "b1-x", "")).containsExactly("");
  }

  @Test
  void proposesNothingIfServerDoesNotAnswer() throws Exception {
    Files.writeString(program, "#!/bin/sh\necho 'tender: no server' >&2\nexit 1\n");
    assertThat(bash("watch", "")).containsExactly("");
    Files.writeString(program, "#!/bin/sh\nexec sleep 60\n");
    assertThat(bash("watch", "")).containsExactly("");
  }

  @Test
  void completesInZsh() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/zsh")), "zsh is not installed");
    Files.writeString(folder.resolve("script"), script("zsh"));
    String line =
        "autoload -U compinit; compinit -u -D; source ./script;"
            + " COMP_WORDS=(tender %s ''); COMP_CWORD=%d;"
            + " () { setopt local_options ksh_arrays; _tender; print -l -- \"${COMPREPLY[@]}\" }";
    assertThat(run("zsh", "-fc", line.formatted("status -o", 3))).containsExactly("table", "json");
    assertThat(run("zsh", "-fc", line.formatted("watch", 2))).containsExactly("b1-x", "b2-y");
  }

  @Test
  void completesInFish() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/fish")), "fish is not installed");
    Files.writeString(folder.resolve("script"), script("fish"));
    assertThat(fish("tender status -o ")).containsExactly("json", "table");
    assertThat(fish("tender watch ")).containsExactly("b1-x", "b2-y");
    assertThat(fish("tender operator add-")).containsExactly("add-provider", "add-user");
    assertThat(fish("tender submit oth")).containsExactly("other.txt");
  }

  private List<String> fish(String typed) throws Exception {
    return run("fish", "-c", "source script; complete -C '%s' | cut -f1 | sort".formatted(typed));
  }
}
