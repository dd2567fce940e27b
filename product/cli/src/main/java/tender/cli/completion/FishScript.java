package tender.cli.completion;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import tender.cli.help.HelpSummary;

/** The script for fish: a line for each command, option and argument, with its description. */
final class FishScript {
  private static final String FUNCTIONS =
      """
      # Completes tender; made by: tender completion fish

      # Is what was typed the command whose words these are, or one below it?
      function __tender_below
          set -l typed (commandline -opc | string match -v -- '-*')[2..-1]
          test (count $argv) -eq 0; and return 0
          test (count $typed) -ge (count $argv); or return 1
          test "$typed[1..$(count $argv)]" = "$argv"
      end

      # Is it just that command, with no more words?
      function __tender_at
          set -l typed (commandline -opc | string match -v -- '-*')[2..-1]
          test "$typed" = "$argv"
      end

      # The bags of the person; none if the market does not answer soon.
      function __tender_bags
          timeout 2 (commandline -opc)[1] status --limit 100 2>/dev/null </dev/null |
              awk 'NR == 1 && $1 != "BAG" { exit } NR > 1 { print $1 }'
      end

      complete -c tender -f
      """;

  private FishScript() {}

  static String of(List<CompletableCommand> commands) {
    return commands.stream()
        .flatMap(FishScript::lines)
        .map(line -> "complete -c tender -n " + line + "\n")
        .collect(Collectors.joining("", FUNCTIONS, ""));
  }

  private static Stream<String> lines(CompletableCommand command) {
    String at = quoted(("__tender_at " + command.path()).strip());
    String below = quoted(("__tender_below " + command.path()).strip());
    Stream<String> subcommands =
        command.subcommands().stream()
            .map(sub -> "%s -a %s -d %s".formatted(at, sub.name(), quoted(HelpSummary.of(sub))));
    boolean leaf = command.subcommands().isEmpty();
    Stream<String> options =
        command.options().stream().map(option -> option(leaf ? below : at, option));
    Stream<String> arguments =
        command.arguments().stream()
            .map(CompletionValue::of)
            .map(FishScript::value)
            .filter(value -> !value.isBlank())
            .distinct()
            .map(value -> below + value);
    return Stream.of(subcommands, options, arguments).flatMap(lines -> lines);
  }

  private static String option(String when, OptionSpec option) {
    String names =
        Stream.of(option.names())
            .map(
                name ->
                    name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1))
            .collect(Collectors.joining());
    CompletionValue value = CompletionValue.of(option);
    String wants =
        option.arity().max() == 0
            ? ""
            : (value.kind() == CompletionValue.Kind.FILES ? " -r" : " -x") + value(value);
    return when + names + wants + " -d " + quoted(HelpSummary.of(option));
  }

  private static String value(CompletionValue value) {
    return switch (value.kind()) {
      case FILES -> " -F";
      case BAGS -> " -a '(__tender_bags)'";
      case WORDS -> " -a " + quoted(String.join(" ", value.words()));
      case NOTHING -> "";
    };
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
