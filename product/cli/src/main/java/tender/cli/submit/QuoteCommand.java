package tender.cli.submit;

import tender.cli.client.BagResponse;
import tender.cli.inspect.BagReport;
import tender.cli.client.MarketClient;
import tender.cli.client.OffersResponse;
import tender.cli.client.ServerOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.bagfile.BagDraft;
import tender.cli.bagfile.BagFileReader;
import tender.cli.output.OutputOption;

/** Says by when and for how much a bag could be done. */
@Command(
    name = "quote",
    sortOptions = false,
    description = {
      "Says by when and for how much a bag could be done.%n",
      "The providers are asked as by submit, and nothing is promised unless you then say yes. Where"
          + " nobody can be asked, and with -o json, the quote is shown and declined, unless -y"
          + " takes it."
    },
    exitCodeList = {"0:there is a quote", "1:there is none", "2:the file or an option is wrong"},
    footerHeading = BagFileHelp.HEADING,
    footer = {BagFileHelp.EXAMPLE, BagFileHelp.EXPLANATION})
public final class QuoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private RequirementOptions wish;
  @Mixin private AcceptOptions consent;
  @Mixin private OutputOption output;

  @Parameters(
      paramLabel = "FILE",
      description = "The YAML file of the bag; - reads standard input.")
  private String file;

  /**
   * The answer for programs.
   *
   * @param bag as it was when it was quoted
   * @param taken whether the quote was agreed to
   */
  record Quote(BagResponse bag, OffersResponse offers, boolean taken) {}

  @Override
  public Integer call() {
    Clock clock = Clock.system(ZoneId.systemDefault());
    BagDraft draft = BagFileReader.read(file, clock).withRequirements(wish.deadline(clock), wish.budget());
    if (draft.usesAuction()) {
      throw new ParameterException(
          spec.commandLine(),
          "The bag bids in the auction, where there are no quotes. Hand it in with tender submit,"
              + " or leave its mechanism out");
    }
    MarketClient market = server.client();
    InputUpload.send(market, draft.files(), server.err());
    Negotiation negotiation = new Negotiation(market, output, server.err(), consent);
    BagResponse quoted =
        negotiation.awaitDecision(
            market.submit(UUID.randomUUID().toString(), draft, true, wish.optimise()));
    OffersResponse offers = market.offers(quoted.id());
    BagResponse bag = negotiation.conclude(quoted);
    output.print(
        () -> new Quote(quoted, offers, bag.promise() != null),
        page -> {
          if (bag.promise() == null && quoted.counterOffer() != null) {
            page.line("Nothing was promised.");
          } else {
            new BagReport(Instant.now()).print(page, bag);
          }
        });
    return quoted.counterOffer() == null ? 1 : 0;
  }
}
