package tender.cli.inspect;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tender.cli.client.BagArgument;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;

/** Shows the progress of a bag until it has ended. */
@Command(
    name = "watch",
    sortOptions = false,
    description = {
      "Shows the progress of a bag until it has ended.%n",
      "On a terminal: the promise, the current forecast, and a bar for each provider. Else a"
          + " line for each change. With -o json, the bag is printed once, when it has ended.%n",
      "Ctrl-C ends this command, never the bag."
    },
    exitCodeList = {
      "0:all tasks ended with 0",
      "1:something failed",
      "4:tasks failed, or the bag was stopped because its first tasks all failed",
      "5:the bag ended before all tasks did",
      "6:outputs of tasks that exited with 0 are missing"
    })
public final class WatchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    MarketClient client = server.client();
    return BagOutcome.watchToEnd(client, client.bag(bag.id()), output, spec.commandLine());
  }
}
