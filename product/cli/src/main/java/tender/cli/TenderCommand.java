package tender.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import tender.cli.completion.CompletionCommand;
import tender.cli.compose.ComposeCommand;
import tender.research.reproduce.ReproduceCommand;
import tender.research.faulttest.FaultTestCommand;
import tender.cli.help.HelpPages;
import tender.cli.input.NumberConverters;
import tender.cli.input.InputException;
import tender.cli.offer.OfferCommand;
import tender.cli.output.Terminal;
import tender.cli.account.AccountCommand;
import tender.cli.submit.CancelCommand;
import tender.cli.inspect.DashboardCommand;
import tender.cli.inspect.ExplainCommand;
import tender.cli.results.LogsCommand;
import tender.cli.inspect.AuctionCommand;
import tender.cli.inspect.ProvidersCommand;
import tender.cli.submit.QuoteCommand;
import tender.cli.results.ResultsCommand;
import tender.cli.submit.RetryCommand;
import tender.cli.inspect.StatusCommand;
import tender.cli.submit.SubmitCommand;
import tender.cli.inspect.WatchCommand;
import tender.research.sim.SimCommand;

/**
 * The {@code tender} command. It exits with 0 when it did what was asked, 1 when it could not, 2
 * when it was asked wrongly.
 */
@Command(
    name = "tender",
    description = "Bags of tasks, done by their deadline on other people's clusters.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    subcommands = {
      SubmitCommand.class,
      QuoteCommand.class,
      StatusCommand.class,
      WatchCommand.class,
      LogsCommand.class,
      ResultsCommand.class,
      CancelCommand.class,
      RetryCommand.class,
      ExplainCommand.class,
      ProvidersCommand.class,
      AuctionCommand.class,
      AccountCommand.class,
      DashboardCommand.class,
      ComposeCommand.class,
      OfferCommand.class,
      SimCommand.class,
      ReproduceCommand.class,
      FaultTestCommand.class,
      CompletionCommand.class
    },
    exitCodeOnExecutionException = TenderCommand.FAILURE,
    exitCodeOnInvalidInput = TenderCommand.USAGE)
public final class TenderCommand implements Runnable {
  public static final int OK = 0;
  public static final int FAILURE = 1;
  public static final int USAGE = 2;

  @Spec private CommandSpec spec;

  /** Runs the command that {@code args} name and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /**
   * The command with all that it knows, and more.
   *
   * @param more commands that need parts of the program which this module does not know
   */
  public static CommandLine commandLine(Object... more) {
    CommandLine tender = new CommandLine(new TenderCommand());
    for (Object command : more) {
      tender.addSubcommand(command);
    }
    boolean coloured = Terminal.OUT.showsColours(System.getenv());
    return NumberConverters.register(tender)
        .setHelpFactory(new HelpPages(Terminal.OUT::width))
        .setColorScheme(Help.defaultColorScheme(coloured ? Ansi.ON : Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(TenderCommand::handleUsageError)
        .setExecutionExceptionHandler(TenderCommand::handleFailure);
  }

  /** Without a subcommand there is nothing to do but say what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Not the whole help, in which the one line that matters would be lost. */
  private static int handleUsageError(ParameterException refusal, String[] args) {
    CommandLine command = refusal.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(prefix() + CommandErrors.message(refusal) + ".");
    UnmatchedArgumentException.printSuggestions(refusal, err);
    err.println("For help: " + command.getCommandSpec().qualifiedName() + " --help");
    return USAGE;
  }

  /** A failure is one line for people; its stack trace is for whoever sets TENDER_DEBUG. */
  private static int handleFailure(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (System.getenv("TENDER_DEBUG") != null) {
      failure.printStackTrace(err);
    }
    err.println(prefix() + CommandErrors.message(failure));
    boolean asked =
        failure instanceof InputException || failure instanceof IllegalArgumentException;
    return asked ? USAGE : FAILURE;
  }

  /** Who speaks; red where that is shown, so that it stands out among other programs' lines. */
  private static String prefix() {
    boolean coloured = Terminal.ERR.showsColours(System.getenv());
    return coloured
        ? Style.on(Style.bold, Style.fg_red) + "tender:" + Style.reset.on() + " "
        : "tender: ";
  }
}
