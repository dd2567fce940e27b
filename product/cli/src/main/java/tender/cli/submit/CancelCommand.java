package tender.cli.submit;

import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.BagArgument;
import tender.cli.client.BagResponse;
import tender.cli.client.ServerOption;
import tender.cli.inspect.BagReport;
import tender.cli.output.OutputOption;

/** Cancels a bag. */
@Command(
    name = "cancel",
    sortOptions = false,
    description = {
      "Cancels a bag in any state.%n",
      "Providers stop its tasks. Results that have arrived are kept. A bag that has ended is not"
          + " changed."
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
