package tender.cli.notify;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.DeliveriesResponse;
import tender.cli.client.response.DeliveriesResponse.Delivery;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Lists the latest notifications to a webhook or an address. */
@Command(
    name = "deliveries",
    sortOptions = false,
    description = "Lists the latest notifications to a webhook or an address, newest first.")
public final class NotifyDeliveriesCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private ChannelArgument channel;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    DeliveriesResponse deliveries = server.notifications().deliveries(channel.name());
    output.print(
        () -> deliveries,
        page ->
            page.table(
                new Table<Delivery>()
                    .text("TIME", delivery -> TimeFormat.local(delivery.time()))
                    .text("EVENT", delivery -> Printable.of(delivery.event()))
                    .text("BAG", delivery -> Objects.requireNonNullElse(delivery.bag(), "–"))
                    .text("STATE", Delivery::state)
                    .text("ATTEMPTS", delivery -> String.valueOf(delivery.attempts()))
                    .text("ID", Delivery::id)
                    .text("PROBLEM", NotifyDeliveriesCommand::problem),
                deliveries.deliveries()));
  }

  private static String problem(Delivery delivery) {
    return Printable.of(Objects.requireNonNullElse(delivery.error(), "–"));
  }
}
