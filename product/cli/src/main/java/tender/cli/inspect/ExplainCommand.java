package tender.cli.inspect;

import tender.cli.client.BagArgument;
import tender.cli.client.OffersResponse;
import tender.cli.client.ServerOption;
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
    OffersResponse offers = server.client().offers(bag.id());
    output.print(() -> offers, page -> OffersReport.print(page, offers));
  }
}
