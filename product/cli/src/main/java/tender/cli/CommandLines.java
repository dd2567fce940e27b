package tender.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tender.cli.help.HelpPages;
import tender.cli.input.NumberConverters;
import tender.cli.output.Terminal;
import tender.support.input.InputException;

/**
 * Sets up the root command of a program: help pages, colours, converters and error messages. Every
 * program of the project uses it, so that all of them behave alike.
 */
public final class CommandLines {
  /** The exit code of a command that succeeded. */
  public static final int OK = 0;

  /** The exit code of a command that failed. */
  public static final int FAILURE = 1;

  /** The exit code of a command with an invalid option, argument or file. */
  public static final int USAGE = 2;

  private CommandLines() {}

  /**
   * The command line of a program.
   *
   * @param root the root command
   * @param more further subcommands, from modules that the root command does not know
   */
  public static CommandLine of(Object root, Object... more) {
    CommandLine program = new CommandLine(root);
    for (Object command : more) {
      program.addSubcommand(command);
    }
    boolean coloured = Terminal.OUT.showsColours(System.getenv());
    return NumberConverters.register(program)
        .setHelpFactory(new HelpPages(Terminal.OUT::width))
        .setColorScheme(Help.defaultColorScheme(coloured ? Ansi.ON : Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(CommandLines::handleUsageError)
        .setExecutionExceptionHandler(CommandLines::handleFailure);
  }

  /** Prints the error alone: in the whole help page the user would overlook it. */
  private static int handleUsageError(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(prefix(command) + CommandErrors.message(error) + ".");
    UnmatchedArgumentException.printSuggestions(error, err);
    err.println("For help: " + command.getCommandSpec().qualifiedName() + " --help");
    return USAGE;
  }

  /** Prints a failure as one line; with TENDER_DEBUG set, its stack trace too. */
  private static int handleFailure(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (System.getenv("TENDER_DEBUG") != null) {
      failure.printStackTrace(err);
    }
    err.println(prefix(command) + CommandErrors.message(failure));
    boolean invalidInput =
        failure instanceof InputException || failure instanceof IllegalArgumentException;
    return invalidInput ? USAGE : FAILURE;
  }

  /** The program's name; red on a terminal, to stand out among the output of other programs. */
  private static String prefix(CommandLine command) {
    String name = command.getCommandSpec().root().name() + ":";
    boolean coloured = Terminal.ERR.showsColours(System.getenv());
    return coloured
        ? Style.on(Style.bold, Style.fg_red) + name + Style.reset.on() + " "
        : name + " ";
  }
}
