package tender.research;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tender.cli.CommandLines;
import tender.cli.Version;
import tender.cli.completion.CompletionCommand;
import tender.research.faulttest.FaultTestCommand;
import tender.research.reproduce.ReproduceCommand;
import tender.research.sim.SimCommand;

/** The root command of {@code tender-research}. Exit codes: 0 success, 1 failure, 2 usage error. */
@Command(
    name = "tender-research",
    description =
        "Simulates schedulers and markets, reproduces the experiments of papers, and tests the"
            + " protocol under faults.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    subcommands = {
      SimCommand.class,
      ReproduceCommand.class,
      FaultTestCommand.class,
      CompletionCommand.class
    },
    exitCodeOnExecutionException = CommandLines.FAILURE,
    exitCodeOnInvalidInput = CommandLines.USAGE)
public final class ResearchCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** The command line with all commands. */
  public static CommandLine commandLine() {
    return CommandLines.of(new ResearchCommand());
  }

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
