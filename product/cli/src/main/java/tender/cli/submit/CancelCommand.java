package tender.cli.submit;

import tender.cli.client.BagResponse;
import tender.cli.client.BagArgument;
import tender.cli.inspect.BagReport;
import tender.cli.client.ServerOption;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;

/** Takes a bag back. */
@Command(
    name = "cancel",
    sortOptions = false,
    description = {
      "Takes a bag back, however far it has come.%n",
      "The providers are told to do no more of it. Results that are there stay. A bag that has"
          + " ended stays as it is."
    },
    footerHeading = "%nExample:%n%n",
    footer = "  tender cancel BAG")
public final class CancelCommand implements Runnable {
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    BagResponse cancelled = server.client().cancel(bag.id());
    output.print(() -> cancelled, page -> new BagReport(Instant.now()).print(page, cancelled));
  }
}
