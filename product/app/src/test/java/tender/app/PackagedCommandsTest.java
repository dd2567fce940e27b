package tender.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tender.app.demo.DemoCommand;
import tender.cli.CommandLines;
import tender.cli.Subcommands;
import tender.cli.TenderCommand;

class PackagedCommandsTest {
  private final StringWriter errors = new StringWriter();

  @Test
  void commandsOfTheCheckoutAreAllInstalled() {
    assertThat(PackagedCommands.installed().addTo(new Subcommands()).all())
        .hasSize(4)
        .noneMatch(CommandLine.class::isInstance);
  }

  @Test
  void missingCommandNamesItsPackageWhateverItsArguments() {
    int code = execute("server", "run", "--unknown", "server.yaml");

    assertThat(code).isEqualTo(CommandLines.FAILURE);
    assertThat(errors.toString())
        .isEqualToIgnoringNewLines(
            "tender: The command 'server' is not installed."
                + " Install its package, as root: apt install tender-services");
  }

  @Test
  void missingCommandIsListed() {
    var out = new StringWriter();
    program().setOut(new PrintWriter(out)).execute("--help");

    assertThat(out.toString())
        .contains("demo        Not installed; it is in the package tender-demo.");
  }

  @Test
  void installedCommandIsTheCommandItself() {
    var packaged = new PackagedCommands("tender.testbed.Testbed"::equals);

    assertThat(packaged.addTo(new Subcommands()).all())
        .hasAtLeastOneElementOfType(DemoCommand.class);
  }

  private int execute(String... arguments) {
    return program().setErr(new PrintWriter(errors, true)).execute(arguments);
  }

  private static CommandLine program() {
    return TenderCommand.commandLine(
        new PackagedCommands(name -> false).addTo(TenderCommand.subcommands()));
  }
}
