package tender.cli.notify;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.NotificationsResponse.Added;
import tender.cli.output.OutputOption;

/** Adds a webhook. */
@Command(
    name = "webhook",
    sortOptions = false,
    description = {
      "Adds a webhook, and prints the secret of its signatures, once.%n",
      "The server sends a POST request for each event, and repeats it for up to 3 days until the"
          + " answer is a status from 200 to 299. A request that is repeated has the same webhook-id."
    })
public final class NotifyWebhookCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private EventsOption events;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "A name for the webhook, such as chat: letters, digits, dots and hyphens.")
  private String name = "";

  @Parameters(
      index = "1",
      paramLabel = "URL",
      description = "Where requests are sent: https, with a public address.")
  private String url = "";

  @Override
  public void run() {
    Added added = server.notifications().addWebhook(name, url, events.names());
    output.print(() -> added, page -> page.line(Objects.requireNonNullElse(added.secret(), "")));
  }
}
