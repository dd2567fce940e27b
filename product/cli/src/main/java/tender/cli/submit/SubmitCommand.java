package tender.cli.submit;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;

/** Submits a bag and returns its promise. */
@Command(
    name = "submit",
    sortOptions = false,
    description = {
      "Submits a bag of tasks and returns a promise.%n",
      "The server calls providers for offers and combines them into one quote: a completion time"
          + " and a price for the whole bag. If you accept the quote with y, it is promised and"
          + " the tasks start. If the deadline cannot be met, the quote has the earliest"
          + " possible time.%n",
      "A bag with mechanism: auction bids and waits to be matched with a provider. See the bids"
          + " and asks with tender auction."
    },
    exitCodeList = {
      "0:promised, or bidding; with --wait, all tasks ended with 0",
      "1:something failed",
      "2:the file or an option is invalid",
      "3:not promised",
      "4:with --wait, tasks failed, or the bag was stopped because its first tasks all failed",
      "5:with --wait, the bag ended before all tasks did",
      "6:with --wait, outputs of tasks that exited with 0 are missing"
    },
    footerHeading = BagFileHelp.HEADING,
    footer = {BagFileHelp.EXAMPLE, BagFileHelp.EXPLANATION})
public final class SubmitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private BagFileArgument file;
  @Mixin private AcceptOptions accept;
  @Mixin private OutputOption output;

  @Option(names = "--wait", description = "Show the bag's progress until it has ended.")
  private boolean waits;

  @Override
  public Integer call() {
    return new Submission(server, accept, output, spec.commandLine())
        .submit(file.read(), file.optimise(), waits);
  }
}
