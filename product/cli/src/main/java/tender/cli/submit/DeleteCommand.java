package tender.cli.submit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.BagArgument;
import tender.cli.client.ServerOption;
import tender.cli.client.response.DeletionResponse;
import tender.cli.output.OutputOption;

/** Deletes a bag. */
@Command(
    name = "delete",
    sortOptions = false,
    description = {
      "Deletes a bag that has ended, with its results, and shows what remains.%n",
      "Providers delete their copies when they ask the market next. Its payments stay in your"
          + " account. Deleting a bag again only shows what remains then."
    },
    exitCodeList = {"0:the bag is deleted", "1:something failed, or the bag has not ended"})
public final class DeleteCommand implements Runnable {
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    DeletionResponse deleted = server.client().delete(bag.id());
    output.print(() -> deleted, new DeletionReport(deleted)::print);
  }
}
