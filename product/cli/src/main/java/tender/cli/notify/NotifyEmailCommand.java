package tender.cli.notify;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.NotificationsResponse.Added;
import tender.cli.output.OutputOption;

/** Adds an e-mail address. */
@Command(
    name = "email",
    sortOptions = false,
    description = {
      "Adds an e-mail address, and sends a code to it.%n",
      "Nothing else is sent before the code was entered. The first event is sent immediately;"
          + " events of the next minute come together in one mail."
    })
public final class NotifyEmailCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private EventsOption events;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "A name for the address, such as work: letters, digits, dots and hyphens.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "ADDRESS", description = "The e-mail address.")
  private String address = "";

  @Override
  public void run() {
    Added added = server.notifications().addEmail(name, address, events.names());
    output.print(
        () -> added,
        page ->
            page.line(
                "A code is on its way to "
                    + address
                    + ". Run: tender notify confirm "
                    + name
                    + " CODE"));
  }
}
