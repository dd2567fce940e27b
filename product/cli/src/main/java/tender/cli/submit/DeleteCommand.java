package tender.cli.submit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.BagArgument;
import tender.cli.client.ServerOption;

/** Deletes a bag. */
@Command(
    name = "delete",
    sortOptions = false,
    description = {
      "Deletes a bag that has ended, with its results.%n",
      "Its payments stay in your account. Deleting a bag again changes nothing."
    },
    exitCodeList = {"0:the bag is deleted", "1:something failed, or the bag has not ended"})
public final class DeleteCommand implements Runnable {
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;

  @Override
  public void run() {
    server.client().delete(bag.id());
  }
}
