package tender.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tender.cli.account.AccountCommand;
import tender.cli.completion.CompletionCommand;
import tender.cli.compose.ComposeCommand;
import tender.cli.inspect.AuctionCommand;
import tender.cli.inspect.DashboardCommand;
import tender.cli.inspect.ExplainCommand;
import tender.cli.inspect.ProvidersCommand;
import tender.cli.inspect.StatsCommand;
import tender.cli.inspect.StatusCommand;
import tender.cli.inspect.WatchCommand;
import tender.cli.offer.OfferCommand;
import tender.cli.results.LogsCommand;
import tender.cli.results.ResultsCommand;
import tender.cli.submit.CancelCommand;
import tender.cli.submit.DeleteCommand;
import tender.cli.submit.QuoteCommand;
import tender.cli.submit.RetryCommand;
import tender.cli.submit.RunCommand;
import tender.cli.submit.SubmitCommand;

/** The root command of {@code tender}. Exit codes: 0 success, 1 failure, 2 usage error. */
@Command(
    name = "tender",
    description = "Runs bags of tasks by their deadline on clusters that belong to other people.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    subcommands = {
      SubmitCommand.class,
      RunCommand.class,
      QuoteCommand.class,
      StatusCommand.class,
      WatchCommand.class,
      LogsCommand.class,
      ResultsCommand.class,
      CancelCommand.class,
      DeleteCommand.class,
      RetryCommand.class,
      ExplainCommand.class,
      StatsCommand.class,
      ProvidersCommand.class,
      AuctionCommand.class,
      AccountCommand.class,
      DashboardCommand.class,
      ComposeCommand.class,
      OfferCommand.class,
      CompletionCommand.class
    },
    exitCodeOnExecutionException = CommandLines.FAILURE,
    exitCodeOnInvalidInput = CommandLines.USAGE)
public final class TenderCommand implements Runnable {
  @Spec private CommandSpec spec;

  /**
   * The command line with the commands of this module, and more.
   *
   * @param more further subcommands, from modules that this one does not know
   */
  public static CommandLine commandLine(Object... more) {
    return CommandLines.of(new TenderCommand(), more);
  }

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
