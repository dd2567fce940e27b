package tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class TenderCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine tender = TenderCommand.commandLine(TenderCommand.subcommands());

  @Test
  void printsVersionOfBuild() {
    assertThat(run("--version")).isEqualTo(CommandLines.OK);
    assertThat(out.toString()).matches("tender \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void helpOptionPrintsUsage() {
    assertThat(run("--help")).isEqualTo(CommandLines.OK);
    assertThat(out.toString()).startsWith("Usage: tender");
  }

  @Test
  void withoutArgumentsPrintsUsage() {
    assertThat(run()).isEqualTo(CommandLines.OK);
    assertThat(out.toString()).startsWith("Usage: tender");
  }

  @Test
  void rejectsUnknownOption() {
    assertThat(run("--no-such-option")).isEqualTo(CommandLines.USAGE);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("--no-such-option");
  }

  @Test
  void printsFailureInOneLine() {
    tender.addSubcommand(new Fails());
    assertThat(run("fails")).isEqualTo(CommandLines.FAILURE);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEqualToIgnoringNewLines("tender: The bag has no tasks.");
  }

  private int run(String... args) {
    return tender.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  @Command(name = "fails")
  private static final class Fails implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("The bag has no tasks.");
    }
  }
}
