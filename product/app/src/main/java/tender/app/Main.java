package tender.app;

import picocli.CommandLine;
import tender.cli.TenderCommand;
import tender.app.agent.AgentCommand;
import tender.app.demo.DemoCommand;
import tender.app.server.ServerCommand;

/**
 * The {@code tender} program: the command line for people, with the server, the agent and the
 * demonstration, which the command line itself does not know.
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
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return TenderCommand.commandLine(new ServerCommand(), new AgentCommand(), new DemoCommand());
  }
}
