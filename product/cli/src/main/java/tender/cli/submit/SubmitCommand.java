package tender.cli.submit;

import tender.cli.client.BagResponse;
import tender.cli.inspect.BagOutcome;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import java.time.Clock;
import java.time.ZoneId;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.bagfile.BagDraft;
import tender.cli.bagfile.BagFileReader;
import tender.cli.output.OutputOption;

/** Hands in a bag, and comes back with a promise. */
@Command(
    name = "submit",
    sortOptions = false,
    description = {
      "Hands in a bag of tasks and comes back with a promise.%n",
      "The providers are asked, and their offers are put together into one quote: all tasks by"
          + " such a time, for so much. You are shown it and asked; with y it is promised and the"
          + " tasks are started. If the deadline cannot be met you are told the earliest that"
          + " can.%n",
      "A bag with mechanism: auction is not offered to the providers: it bids, and waits to be"
          + " matched with one. See the bids and asks with tender market."
    },
    exitCodeList = {
      "0:promised, or it bids; with --wait, all tasks ended with 0",
      "1:not promised, or something failed",
      "2:the file or an option cannot be used",
      "N:with --wait, the largest exit code of the tasks"
    },
    footerHeading = BagFileHelp.HEADING,
    footer = {BagFileHelp.EXAMPLE, BagFileHelp.EXPLANATION})
public final class SubmitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private RequirementOptions wish;
  @Mixin private AcceptOptions consent;
  @Mixin private OutputOption output;

  @Parameters(
      paramLabel = "FILE",
      description = "The YAML file of the bag; - reads standard input.")
  private String file;

  @Option(names = "--wait", description = "Show the bag until it has ended.")
  private boolean waits;

  @Override
  public Integer call() {
    Clock clock = Clock.system(ZoneId.systemDefault());
    BagDraft draft = BagFileReader.read(file, clock).withRequirements(wish.deadline(clock), wish.budget());
    if (!draft.usesAuction()) {
      consent.requireInteractiveTerminal(output);
    }
    MarketClient market = server.client();
    InputUpload.send(market, draft.files(), server.err());
    boolean asks = consent.asksUser() && !draft.usesAuction();
    BagResponse submitted = market.submit(UUID.randomUUID().toString(), draft, asks, wish.optimise());
    BagResponse bag =
        draft.usesAuction()
            ? submitted
            : new Negotiation(market, output, server.err(), consent).conclude(submitted);
    return new BagOutcome(market, output, spec.commandLine()).finish(bag, waits);
  }
}
