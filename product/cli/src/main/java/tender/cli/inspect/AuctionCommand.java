package tender.cli.inspect;

import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.client.ServerOption;
import tender.cli.client.response.AuctionResponse;
import tender.cli.output.OutputOption;

/** Shows the last clearings of the auction. */
@Command(
    name = "auction",
    sortOptions = false,
    description = {
      "Shows the last clearings of the auction: asks, bids, matches and waiting bags.%n",
      "Every few seconds, the auction matches bids with providers that publish free slots: the"
          + " highest bid first, with the lowest ask that meets its deadline. Bids and asks are"
          + " numbers to compare with each other, not credits. A bid grows as its deadline"
          + " approaches and as the bag waits. Cycles without bids are not kept."
    })
public final class AuctionCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "COUNT",
      description = {"How many of the last clearings, 1 to 100.", "Default: ${DEFAULT-VALUE}."})
  private int limit = 1;

  @Override
  public void run() {
    AuctionResponse auction = server.client().auction(limit);
    output.print(() -> auction, page -> new AuctionReport(Instant.now()).print(page, auction));
  }
}
