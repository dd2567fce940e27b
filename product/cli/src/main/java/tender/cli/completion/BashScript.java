package tender.cli.completion;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The script for bash, which zsh also runs. Tables made from the commands, and a function that
 * finds the command in what was typed, and what is wanted where the cursor is.
 */
final class BashScript {
  private static final String WALK =
      """
      # The bags of the person; none if the market does not answer soon.
      _tender_bags() {
        timeout 2 "$1" status --limit 100 2>/dev/null </dev/null |
          awk 'NR == 1 && $1 != "BAG" { exit } NR > 1 { print $1 }'
      }

      # Words, one a line, that begin with what was typed.
      _tender_reply() {
        local word
        while IFS= read -r word; do
          [[ -n $word && $word == "$typed"* ]] && COMPREPLY+=("$word")
        done
      }

      _tender_complete() {
        case $1 in
          files)
            type compopt &>/dev/null && compopt -o filenames 2>/dev/null
            _tender_reply < <(compgen -f -- "$typed")
            ;;
          bags) _tender_reply < <(_tender_bags "$program") ;;
          *) _tender_reply < <(printf '%s\\n' ${1//,/ }) ;;
        esac
      }

      _tender() {
        [[ -n ${ZSH_VERSION:-} ]] && setopt local_options sh_word_split ksh_arrays
        # In zsh path is PATH, so it is not used as a name here.
        local program=${COMP_WORDS[0]} typed=${COMP_WORDS[COMP_CWORD]} called="" option="" arguments=0
        local index=1 word
        COMPREPLY=()
        while ((index < COMP_CWORD)); do
          word=${COMP_WORDS[index]}
          if [[ $word == "=" ]]; then
            :
          elif [[ -n $option ]]; then
            option=""
          elif [[ $word == -* ]]; then
            [[ -n $(_tender_value "$called" "$word") ]] && option=$word
          elif [[ " $(_tender_commands "$called") " == *" $word "* ]]; then
            called=${called:+$called }$word
          else
            arguments=$((arguments + 1))
          fi
          index=$((index + 1))
        done
        [[ $typed == "=" ]] && typed=""
        if [[ -n $option ]]; then
          _tender_complete "$(_tender_value "$called" "$option")"
        elif [[ $typed == -* ]]; then
          _tender_reply < <(printf '%s\\n' $(_tender_options "$called"))
        elif [[ -n $(_tender_commands "$called") ]]; then
          _tender_reply < <(printf '%s\\n' $(_tender_commands "$called"))
        else
          _tender_complete "$(_tender_value "$called" "$arguments")"
        fi
      }
      """;

  private BashScript() {}

  static String of(List<CompletableCommand> commands) {
    return "# Completes tender; made by: tender completion bash\n\n"
        + function("commands", "$1", commands.stream().map(BashScript::commands))
        + function("options", "$1", commands.stream().map(BashScript::options))
        + "# What an option or an argument wants: files, bags, words, or a comma for what is not known.\n"
        + function("value", "$1:$2", commands.stream().flatMap(BashScript::values))
        + WALK
        + "\ncomplete -F _tender tender\n";
  }

  /** The same, in a shell that knows bash's way when asked to. */
  static String forZsh(List<CompletableCommand> commands) {
    return "# Completes tender; made by: tender completion zsh\n\n"
        + "autoload -U +X bashcompinit && bashcompinit\n\n"
        + of(commands).lines().skip(2).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String function(String name, String on, Stream<String> cases) {
    return cases
        .filter(line -> !line.isEmpty())
        .map(line -> "    " + line + "\n")
        .collect(
            Collectors.joining(
                "", "_tender_%s() {\n  case \"%s\" in\n".formatted(name, on), "  esac\n}\n\n"));
  }

  private static String commands(CompletableCommand command) {
    String names =
        command.subcommands().stream().map(CommandSpec::name).collect(Collectors.joining(" "));
    return names.isEmpty() ? "" : "'%s') echo '%s' ;;".formatted(command.path(), names);
  }

  private static String options(CompletableCommand command) {
    String names =
        command.options().stream()
            .map(OptionSpec::longestName)
            .sorted()
            .collect(Collectors.joining(" "));
    return "'%s') echo '%s' ;;".formatted(command.path(), names);
  }

  private static Stream<String> values(CompletableCommand command) {
    Stream<String> options =
        command.options().stream()
            .filter(option -> option.arity().max() > 0)
            .map(
                option ->
                    value(
                        Stream.of(option.names()).map(name -> key(command, name)),
                        CompletionValue.of(option)));
    Stream<String> arguments =
        command.arguments().stream()
            .map(
                argument ->
                    value(
                        Stream.of(key(command, "" + argument.index().min())),
                        CompletionValue.of(argument)));
    return Stream.concat(options, arguments);
  }

  private static String key(CompletableCommand command, String name) {
    return "'" + command.path() + ":" + name + "'";
  }

  private static String value(Stream<String> keys, CompletionValue value) {
    String words =
        switch (value.kind()) {
          case FILES -> "files";
          case BAGS -> "bags";
          case WORDS -> String.join(",", value.words());
          case NOTHING -> ",";
        };
    return "%s) echo '%s' ;;".formatted(keys.collect(Collectors.joining(" | ")), words);
  }
}
