package tender.cli.inspect;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.output.OutputOption;

/** Shows the state of bags. */
@Command(
    name = "status",
    sortOptions = false,
    description = {
      "Shows the state of a bag, or of your last bags.%n",
      "For a bag: the promise, the current forecast, the progress of each provider, and the"
          + " failed tasks."
    })
public final class StatusCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Parameters(
      arity = "0..1",
      paramLabel = "BAG",
      description = "The bag's id; without it, the last bags are listed.")
  private @Nullable String id;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "COUNT",
      description = {"How many bags to list, 1 to 100.", "Default: ${DEFAULT-VALUE}."})
  private int limit = 20;

  @Override
  public void run() {
    MarketClient client = server.client();
    BagReport report = new BagReport(Instant.now());
    if (id == null) {
      BagResponse.Page bags = client.bags(limit);
      output.print(() -> bags, page -> report.printList(page, bags.bags()));
    } else {
      BagResponse bag = client.bag(id);
      output.print(() -> bag, page -> report.print(page, bag));
    }
  }
}
