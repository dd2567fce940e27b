package tender.cli.completion;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command with the words that a shell can complete.
 *
 * @param path the words of the command after the program's name
 */
record CompletableCommand(String path, CommandSpec spec) {

  /** The root command and all its subcommands. */
  static List<CompletableCommand> all(CommandLine program) {
    List<CompletableCommand> commands = new ArrayList<>();
    add("", program.getCommandSpec(), commands);
    return commands;
  }

  private static void add(String path, CommandSpec spec, List<CompletableCommand> commands) {
    CompletableCommand command = new CompletableCommand(path, spec);
    commands.add(command);
    for (CommandSpec sub : command.subcommands()) {
      add((path + " " + sub.name()).strip(), sub, commands);
    }
  }

  List<CommandSpec> subcommands() {
    return spec.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(sub -> !sub.usageMessage().hidden())
        .toList();
  }

  List<OptionSpec> options() {
    return spec.options().stream().filter(option -> !option.hidden()).toList();
  }
}
