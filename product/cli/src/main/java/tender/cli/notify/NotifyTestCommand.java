package tender.cli.notify;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;

/** Sends a test. */
@Command(
    name = "test",
    sortOptions = false,
    description = "Sends a test notification. The server sends it within some seconds.")
public final class NotifyTestCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private ChannelArgument channel;

  @Override
  public void run() {
    server.notifications().test(channel.name());
  }
}
