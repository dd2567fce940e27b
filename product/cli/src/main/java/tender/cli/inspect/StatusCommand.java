package tender.cli.inspect;

import tender.cli.client.BagResponse;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.output.OutputOption;

/** Says how far bags have come. */
@Command(
    name = "status",
    sortOptions = false,
    description = {
      "Says how far a bag has come; without one, how far your last bags have.%n",
      "Of a bag it tells what was promised, what is expected now, how far each provider is, and"
          + " which tasks failed."
    })
public final class StatusCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Parameters(
      arity = "0..1",
      paramLabel = "BAG",
      description = "The bag's id; without it the last bags are listed.")
  private @Nullable String id;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "COUNT",
      description = {"How many bags to list, 1 to 100.", "Default: ${DEFAULT-VALUE}."})
  private int limit = 20;

  @Override
  public void run() {
    MarketClient market = server.client();
    BagReport report = new BagReport(Instant.now());
    if (id == null) {
      BagResponse.Page bags = market.bags(limit);
      output.print(() -> bags, page -> report.printList(page, bags.bags()));
    } else {
      BagResponse bag = market.bag(id);
      output.print(() -> bag, page -> report.print(page, bag));
    }
  }
}
