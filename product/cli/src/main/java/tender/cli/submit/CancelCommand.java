package tender.cli.submit;

import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.BagArgument;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
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
    exitCodeList = {
      "0:the bag is cancelled",
      "1:something failed, or the bag had already ended in another way"
    })
public final class CancelCommand implements Callable<Integer> {
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    BagResponse after = server.client().cancel(bag.id());
    output.print(() -> after, page -> new BagReport(Instant.now()).print(page, after));
    if (after.isEnded() && !after.state().equals(BagResponse.CANCELLED)) {
      server.warn("Bag %s had already ended; nothing was cancelled.".formatted(after.id()));
      return CommandLine.ExitCode.SOFTWARE;
    }
    return CommandLine.ExitCode.OK;
  }
}
