package tender.cli.notify;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.NotificationsResponse;
import tender.cli.client.response.NotificationsResponse.Channel;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Lists where the user is notified. */
@Command(
    name = "list",
    sortOptions = false,
    description = "Lists your webhooks and addresses, and how many notifications wait for each.")
public final class NotifyListCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    NotificationsResponse channels = server.notifications().list();
    output.print(
        () -> channels,
        page ->
            page.table(
                new Table<Channel>()
                    .text("NAME", Channel::name)
                    .text("KIND", Channel::kind)
                    .text("ADDRESS", channel -> Printable.of(channel.address()))
                    .text("EVENTS", channel -> String.join(",", channel.events()))
                    .text("WAITING", channel -> String.valueOf(channel.waiting()))
                    .text("LAST DELIVERED", NotifyListCommand::delivered)
                    .text("PROBLEM", NotifyListCommand::problem),
                channels.channels()));
  }

  private static String delivered(Channel channel) {
    return channel.delivered() == null ? "–" : TimeFormat.local(channel.delivered());
  }

  private static String problem(Channel channel) {
    return channel.confirmed()
        ? Printable.of(Objects.requireNonNullElse(channel.error(), "–"))
        : "not confirmed";
  }
}
