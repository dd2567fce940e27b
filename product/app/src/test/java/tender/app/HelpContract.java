package tender.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import tender.cli.help.HelpPages;
import tender.cli.help.ManualText;

/** What the help pages of all commands of a program must contain. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HelpContract {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** Where an example continues with other programs. */
  private static final Pattern SHELL = Pattern.compile(" (\\||&&|>>?) |\\)$");

  /** A new command line of the program. */
  protected abstract CommandLine program();

  Stream<String> commands() {
    List<String> commands = new ArrayList<>();
    collect(program(), commands);
    return commands.stream();
  }

  private static void collect(CommandLine command, List<String> commands) {
    commands.add(command.getCommandSpec().qualifiedName());
    command.getSubcommands().values().forEach(sub -> collect(sub, commands));
  }

  private CommandLine command(String name) {
    return command(program(), name);
  }

  private static CommandLine command(CommandLine program, String name) {
    CommandLine command = program;
    for (String word : name.split(" ")) {
      command =
          word.equals(program.getCommandName()) ? command : command.getSubcommands().get(word);
    }
    return command;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void hasAllSectionsOfManual(String name) {
    String help = command(name).getUsageMessage(Ansi.OFF);
    assertThat(help)
        .startsWith("Usage: " + name)
        .contains("\nOptions:\n", "\nExit codes:\n  0   ", "\nExamples:\n  ")
        .contains("\nEnvironment:\n  ", "TENDER_DEBUG", "\nSee also:\n  ")
        .doesNotContain("%n", "@|", "${");
    assertThat(command(name).getCommandSpec().usageMessage().description()[0])
        .describedAs("description of %s", name)
        .endsWith(
            command(name).getCommandSpec().usageMessage().description().length > 1 ? "" : ".");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesEveryOption(String name) {
    command(name)
        .getCommandSpec()
        .args()
        .forEach(
            argument ->
                assertThat(argument.description())
                    .describedAs("%s of %s", argument.paramLabel(), name)
                    .isNotEmpty());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void examplesAreValid(String name) {
    List<String> examples =
        ManualText.of(command(name).getCommandSpec()).section(ManualText.EXAMPLES).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    assertThat(examples).isNotEmpty();
    String program = program().getCommandName() + " ";
    for (String example : examples) {
      for (String part : example.split(" && ")) {
        int at = part.indexOf(program);
        if (at >= 0) {
          String line = SHELL.split(part.substring(at))[0];
          String[] words = words(line.substring(program.length()));
          assertThatCode(() -> program().parseArgs(words))
              .describedAs(part)
              .doesNotThrowAnyException();
        }
      }
    }
    assertThat(examples).anyMatch(line -> line.contains(name));
  }

  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      words.add(matcher.group().replaceAll("^[\"']|[\"']$", ""));
    }
    return words.toArray(String[]::new);
  }

  @Test
  void listsEveryCommandInGroup() {
    String help = program().getUsageMessage(Ansi.OFF);
    assertThat(help).doesNotContain("\nCommands:");
    program()
        .getSubcommands()
        .keySet()
        .forEach(name -> assertThat(help).contains("\n  " + name + " "));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void fitsWidthOfTerminal(String name) {
    assertThat(maxWidth(name, 300)).isLessThanOrEqualTo(100);
    assertThat(maxWidth(name, 60)).isLessThanOrEqualTo(60);
  }

  /** The length of the longest line, except for examples and footers, which are not wrapped. */
  private int maxWidth(String name, int terminal) {
    CommandLine command = command(program().setHelpFactory(new HelpPages(() -> terminal)), name);
    List<String> unwrapped =
        new ArrayList<>(ManualText.of(command.getCommandSpec()).section(ManualText.EXAMPLES));
    for (String footer : command.getCommandSpec().usageMessage().footer()) {
      footer.lines().forEach(unwrapped::add);
    }
    return command
        .getUsageMessage(Ansi.OFF)
        .lines()
        .filter(line -> unwrapped.stream().noneMatch(typed -> typed.strip().equals(line.strip())))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }
}
