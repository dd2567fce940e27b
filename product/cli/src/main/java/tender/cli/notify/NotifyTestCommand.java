package tender.cli.notify;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;

/** Sends a test. */
@Command(
    name = "test",
    sortOptions = false,
    description = "Sends a test notification. The server sends it within some seconds.")
public final class NotifyTestCommand implements Runnable {
  @Mixin private ServerOption server;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The name of the webhook or the address.")
  private String name = "";

  @Override
  public void run() {
    server.notifications().test(name);
  }
}
