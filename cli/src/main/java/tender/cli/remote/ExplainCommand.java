package tender.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;

/** Says why a bag got what it got. */
@Command(
    name = "explain",
    sortOptions = false,
    description = {
      "Says why a bag got what it got.%n",
      "Who was asked, what they offered, which offers were used and why the others were not, and"
          + " who refused what it had offered. If a bag was called for again, that is about the last"
          + " call."
    })
public final class ExplainCommand implements Runnable {
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    Offers offers = server.market().offers(bag.id());
    output.print(() -> offers, page -> OffersReport.print(page, offers));
  }
}
