package tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tender.cli.inspect.StatusCommand;

class SubcommandsTest {
  private final Subcommands commands = TenderCommand.subcommands();

  @Test
  void onlyTheNamedCommandIsNeeded() {
    assertThat(commands.neededFor("status", "--help"))
        .singleElement()
        .isInstanceOf(StatusCommand.class);
  }

  @Test
  void eachCommandIsFoundByItsOwnName() {
    for (Object command : commands.all()) {
      assertThat(commands.neededFor(name(command)))
          .extracting(Object::getClass)
          .contains((Class) command.getClass());
    }
  }

  private static String name(Object command) {
    return command instanceof CommandLine line
        ? line.getCommandName()
        : command.getClass().getAnnotation(Command.class).name();
  }

  @Test
  void theVersionNeedsNoCommand() {
    assertThat(commands.neededFor("--version")).isEmpty();
  }

  @Test
  void helpUnknownNamesAndCompletionNeedAllCommands() {
    int all = commands.all().length;
    for (String[] args :
        Arrays.asList(
            new String[0],
            new String[] {"--help"},
            new String[] {"statsu"},
            new String[] {"completion", "bash"})) {
      assertThat(commands.neededFor(args)).hasSize(all);
    }
  }
}
