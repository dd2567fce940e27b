package tender.app;

import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import tender.cli.Subcommands;
import tender.cli.TenderCommand;

/**
 * The {@code tender} program: the commands of the cli module, and those for the server, the agent
 * and the demonstration.
 */
public final class Main {
  private Main() {}

  /** Runs the command that {@code args} name and exits with its code. */
  public static void main(String[] args) {
    try {
      LogConfiguration.configure();
    } catch (IllegalArgumentException e) {
      System.err.println("tender: " + e.getMessage());
      System.exit(CommandLine.ExitCode.USAGE);
    }
    homeFolder(System.getenv()).ifPresent(home -> System.setProperty("user.home", home));
    System.exit(commandLineFor(args).execute(args));
  }

  /** The folder HOME. Java takes the home folder from the password database instead. */
  static Optional<String> homeFolder(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("HOME")).filter(home -> home.startsWith("/"));
  }

  /** The command line with all commands. */
  static CommandLine commandLine() {
    return TenderCommand.commandLine(commands());
  }

  /** The command line with the commands that these arguments need. */
  static CommandLine commandLineFor(String... args) {
    return TenderCommand.commandLineFor(commands(), args);
  }

  private static Subcommands commands() {
    return PackagedCommands.installed().addTo(TenderCommand.subcommands());
  }
}
