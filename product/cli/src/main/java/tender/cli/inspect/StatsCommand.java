package tender.cli.inspect;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.BagArgument;
import tender.cli.client.ServerOption;
import tender.cli.client.response.StatsResponse;
import tender.cli.output.OutputOption;

/** Shows what the tasks of a bag requested and used. */
@Command(
    name = "stats",
    sortOptions = false,
    description = {
      "Shows what the tasks of a bag requested, and what they used.%n",
      "Providers measure the peak memory and the run time of each task, where they can. If the"
          + " request is at least twice what your last tasks with the same command used, a"
          + " warning says so."
    })
public final class StatsCommand implements Runnable {
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    StatsResponse stats = server.client().stats(bag.id());
    output.print(() -> stats, page -> StatsReport.print(page, stats));
  }
}
