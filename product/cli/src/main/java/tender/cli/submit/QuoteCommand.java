package tender.cli.submit;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.bagfile.reader.BagDraft;
import tender.bagfile.reader.LocalBag;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.OffersResponse;
import tender.cli.inspect.BagReport;
import tender.cli.output.OutputOption;

/** Shows by when and for how much a bag could be done. */
@Command(
    name = "quote",
    sortOptions = false,
    description = {
      "Shows by when and for how much a bag could be done.%n",
      "Providers are called for offers as with submit, and nothing is promised unless you accept"
          + " the quote. Without a terminal and with -o json, the quote is shown and declined,"
          + " unless -y accepts it."
    },
    exitCodeList = {
      "0:the bag got a quote",
      "1:something failed",
      "2:the file or an option is invalid"
    },
    footerHeading = BagFileHelp.HEADING,
    footer = {BagFileHelp.EXAMPLE, BagFileHelp.EXPLANATION})
public final class QuoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private BagFileArgument file;
  @Mixin private AcceptOptions accept;
  @Mixin private OutputOption output;

  /**
   * The JSON output.
   *
   * @param bag with its quote
   * @param accepted whether the quote was accepted
   */
  record Quote(BagResponse bag, OffersResponse offers, boolean accepted) {}

  @Override
  public Integer call() {
    LocalBag local = file.read();
    BagDraft draft = local.draft();
    if (draft.usesAuction()) {
      throw new ParameterException(
          spec.commandLine(),
          "The bag bids in the auction, which gives no quotes. Use tender submit, or leave out"
              + " the mechanism");
    }
    MarketClient client = server.client();
    InputUpload.send(client, local, spec.commandLine());
    OutputLimits.print(output, draft);
    Negotiation negotiation = new Negotiation(client, output, server.err(), accept);
    BagResponse submitted =
        client.submit(UUID.randomUUID().toString(), draft, true, file.optimise());
    RequestWarnings.print(client, server.err(), submitted);
    BagResponse quoted = negotiation.awaitDecision(submitted);
    OffersResponse offers = client.offers(quoted.id());
    BagResponse bag = negotiation.conclude(quoted);
    output.print(
        () -> new Quote(quoted, offers, bag.promise() != null),
        page -> {
          if (bag.promise() == null && quoted.quote() != null) {
            page.line("Nothing was promised.");
          } else {
            new BagReport(Instant.now()).print(page, bag);
          }
        });
    return quoted.quote() == null ? BagResponse.EXIT_NOT_PROMISED : 0;
  }
}
