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
  private final CommandLine tender = TenderCommand.commandLine();

  @Test
  void printsTheVersionThatMavenBuilt() {
    assertThat(run("--version")).isEqualTo(TenderCommand.OK);
    assertThat(out.toString()).matches("tender \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void printsUsageWhenAskedForHelp() {
    assertThat(run("--help")).isEqualTo(TenderCommand.OK);
    assertThat(out.toString()).startsWith("Usage: tender");
  }

  @Test
  void printsUsageWhenAskedNothing() {
    assertThat(run()).isEqualTo(TenderCommand.OK);
    assertThat(out.toString()).startsWith("Usage: tender");
  }

  @Test
  void refusesAnUnknownOption() {
    assertThat(run("--no-such-option")).isEqualTo(TenderCommand.USAGE);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("--no-such-option");
  }

  @Test
  void tellsAFailureInOneLine() {
    tender.addSubcommand(new Fails());
    assertThat(run("fails")).isEqualTo(TenderCommand.FAILURE);
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
