package tender.cli.inspect;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.BagArgument;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OffersResponse;
import tender.cli.output.OutputOption;

/** Shows the offers for a bag, and its history. */
@Command(
    name = "explain",
    sortOptions = false,
    description = {
      "Shows why a bag was quoted as it was.%n",
      "Lists the called providers, their offers, which offers were used and why the others were"
          + " not, and the bag's history. If the server called for offers several times, the"
          + " offers are those of the last call."
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
