package tender.cli.notify;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;

/** Confirms an e-mail address. */
@Command(
    name = "confirm",
    sortOptions = false,
    description = "Confirms an e-mail address by the code that was sent to it.")
public final class NotifyConfirmCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private ChannelArgument channel;

  @Parameters(index = "1", paramLabel = "CODE", description = "The code from the mail.")
  private String code = "";

  @Override
  public void run() {
    server.notifications().confirm(channel.name(), code);
  }
}
