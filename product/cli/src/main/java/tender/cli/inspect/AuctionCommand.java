package tender.cli.inspect;

import tender.cli.client.AuctionResponse;
import tender.cli.client.ServerOption;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;

/** Says how the auction goes. */
@Command(
    name = "market",
    sortOptions = false,
    description = {
      "Says how the auction goes: what was asked and bid, who was matched, and who waits.%n",
      "Every few seconds those who bid are matched with the providers that tell what stands free,"
          + " the highest bid first with the lowest ask that is in time. Bids and asks are numbers"
          + " to be compared with each other, not credits. A bid grows the nearer its deadline comes"
          + " and the longer it waits. Cycles in which nobody bids are not kept."
    })
public final class AuctionCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "COUNT",
      description = {"How many of the last cycles, 1 to 100.", "Default: ${DEFAULT-VALUE}."})
  private int limit = 1;

  @Override
  public void run() {
    AuctionResponse auction = server.client().auction(limit);
    output.print(() -> auction, page -> new AuctionReport(Instant.now()).print(page, auction));
  }
}
