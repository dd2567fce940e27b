package tender.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import tender.cli.help.HelpPages;
import tender.cli.help.ManualText;

/** The help of every command, of which none may be forgotten. */
class HelpTest {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** Where the shell goes on with something that is not ours. */
  private static final Pattern SHELL = Pattern.compile(" (\\||&&|>) |\\)$");

  static Stream<String> commands() {
    List<String> commands = new ArrayList<>();
    collect(Main.commandLine(), commands);
    return commands.stream();
  }

  private static void collect(CommandLine command, List<String> commands) {
    commands.add(command.getCommandSpec().qualifiedName());
    command.getSubcommands().values().forEach(sub -> collect(sub, commands));
  }

  private static CommandLine command(String name) {
    CommandLine command = Main.commandLine();
    for (String word : name.split(" ")) {
      command = word.equals("tender") ? command : command.getSubcommands().get(word);
    }
    return command;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void saysAllThatAManualSays(String name) {
    String help = command(name).getUsageMessage(Ansi.OFF);
    assertThat(help)
        .startsWith("Usage: " + name)
        .contains("\nOptions:\n", "\nExit codes:\n  0   ", "\nExamples:\n  ")
        .contains("\nEnvironment:\n  ", "TENDER_DEBUG", "\nSee also:\n  ")
        .doesNotContain("%n", "@|", "${");
    assertThat(command(name).getCommandSpec().usageMessage().description()[0])
        .describedAs("what %s does", name)
        .endsWith(
            command(name).getCommandSpec().usageMessage().description().length > 1 ? "" : ".");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void hasOptionsThatSayWhatTheyWant(String name) {
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
  void givesExamplesThatParse(String name) {
    List<String> examples =
        ManualText.of(command(name).getCommandSpec()).section(ManualText.EXAMPLES).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      for (String part : example.split(" && ")) {
        int at = part.indexOf("tender ");
        if (at >= 0) {
          String[] words = words(SHELL.split(part.substring(at))[0]);
          assertThatCode(() -> Main.commandLine().parseArgs(words))
              .describedAs(part)
              .doesNotThrowAnyException();
        }
      }
    }
    assertThat(examples).anyMatch(line -> line.contains(name));
  }

  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line.substring("tender ".length()));
    while (matcher.find()) {
      words.add(matcher.group().replaceAll("^[\"']|[\"']$", ""));
    }
    return words.toArray(String[]::new);
  }

  @Test
  void listsEveryCommandWithThoseWhoUseIt() {
    String help = Main.commandLine().getUsageMessage(Ansi.OFF);
    assertThat(help)
        .contains("For people with work to be done:", "For the owner of a cluster:")
        .contains("For the operator of a market:", "For researchers, without a market:")
        .doesNotContain("\nCommands:");
    Main.commandLine()
        .getSubcommands()
        .keySet()
        .forEach(name -> assertThat(help).contains("\n  " + name + " "));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isAsWideAsTheTerminalButNotTooWide(String name) {
    assertThat(widest(name, 300)).isLessThanOrEqualTo(100);
    assertThat(widest(name, 60)).isLessThanOrEqualTo(60);
  }

  /** The widest line of those that are not to be typed or read as they are. */
  private static int widest(String name, int terminal) {
    CommandLine program = Main.commandLine().setHelpFactory(new HelpPages(() -> terminal));
    CommandLine command = program;
    for (String word : name.split(" ")) {
      command = word.equals("tender") ? command : command.getSubcommands().get(word);
    }
    List<String> asTyped =
        new ArrayList<>(ManualText.of(command.getCommandSpec()).section(ManualText.EXAMPLES));
    for (String footer : command.getCommandSpec().usageMessage().footer()) {
      footer.lines().forEach(asTyped::add);
    }
    return command
        .getUsageMessage(Ansi.OFF)
        .lines()
        .filter(line -> asTyped.stream().noneMatch(typed -> typed.strip().equals(line.strip())))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }
}
