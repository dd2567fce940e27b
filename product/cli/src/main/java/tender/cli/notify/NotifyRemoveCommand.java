package tender.cli.notify;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;

/** Removes a webhook or an address. */
@Command(
    name = "remove",
    sortOptions = false,
    description = "Removes a webhook or an address. What waits for it is not sent any more.")
public final class NotifyRemoveCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private ChannelArgument channel;

  @Override
  public void run() {
    server.notifications().remove(channel.name());
  }
}
