package tender.app;

import picocli.CommandLine;
import tender.app.agent.AgentCommand;
import tender.app.demo.DemoCommand;
import tender.app.server.ServerCommand;
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
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return TenderCommand.commandLine(new ServerCommand(), new AgentCommand(), new DemoCommand());
  }
}
