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
import tender.cli.login.LoginCommand;
import tender.cli.login.LogoutCommand;
import tender.cli.notify.NotifyCommand;
import tender.cli.offer.OfferCommand;
import tender.cli.operator.AuditCommand;
import tender.cli.operator.OperatorCommand;
import tender.cli.project.ProjectCommand;
import tender.cli.results.LogsCommand;
import tender.cli.results.ResultsCommand;
import tender.cli.slurm.SacctCommand;
import tender.cli.slurm.SbatchCommand;
import tender.cli.slurm.ScancelCommand;
import tender.cli.slurm.SqueueCommand;
import tender.cli.submit.CancelCommand;
import tender.cli.submit.DeleteCommand;
import tender.cli.submit.QuoteCommand;
import tender.cli.submit.RetryCommand;
import tender.cli.submit.RunCommand;
import tender.cli.submit.SubmitCommand;
import tender.cli.token.TokenCommand;

/** The root command of {@code tender}. Exit codes: 0 success, 1 failure, 2 usage error. */
@Command(
    name = "tender",
    description = "Runs bags of tasks by their deadline on clusters that belong to other people.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    exitCodeOnExecutionException = CommandLines.FAILURE,
    exitCodeOnInvalidInput = CommandLines.USAGE)
public final class TenderCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** The commands of this module, to which others can be added. */
  public static Subcommands subcommands() {
    return new Subcommands()
        .add("submit", SubmitCommand::new)
        .add("run", RunCommand::new)
        .add("quote", QuoteCommand::new)
        .add("status", StatusCommand::new)
        .add("watch", WatchCommand::new)
        .add("logs", LogsCommand::new)
        .add("results", ResultsCommand::new)
        .add("cancel", CancelCommand::new)
        .add("delete", DeleteCommand::new)
        .add("retry", RetryCommand::new)
        .add("sbatch", SbatchCommand::create)
        .add("squeue", SqueueCommand::new)
        .add("scancel", ScancelCommand::new)
        .add("sacct", SacctCommand::new)
        .add("explain", ExplainCommand::new)
        .add("stats", StatsCommand::new)
        .add("providers", ProvidersCommand::new)
        .add("auction", AuctionCommand::new)
        .add("account", AccountCommand::new)
        .add("login", LoginCommand::new)
        .add("logout", LogoutCommand::new)
        .add("token", TokenCommand::new)
        .add("notify", NotifyCommand::new)
        .add("operator", OperatorCommand::new)
        .add("audit", AuditCommand::new)
        .add("project", ProjectCommand::new)
        .add("dashboard", DashboardCommand::new)
        .add("compose", ComposeCommand::new)
        .add("offer", OfferCommand::new)
        .addReadingOthers("completion", CompletionCommand::new);
  }

  /** The command line with all of these commands. */
  public static CommandLine commandLine(Subcommands commands) {
    return CommandLines.of(new TenderCommand(), commands.all());
  }

  /** The command line for these arguments, with the commands that they need. */
  public static CommandLine commandLineFor(Subcommands commands, String... args) {
    return CommandLines.of(new TenderCommand(), commands.neededFor(args));
  }

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
