package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationDelivery;
import tender.server.model.NotificationEvent;

/** Notifications as JSON. */
public final class NotificationJson {
  private NotificationJson() {}

  /** Where notifications are sent, without the secret. */
  public record ChannelJson(
      String name,
      String kind,
      String address,
      List<String> events,
      boolean confirmed,
      Instant created,
      int waiting,
      @Nullable Instant delivered,
      @Nullable String error) {

    public static ChannelJson of(NotificationChannel channel) {
      return new ChannelJson(
          channel.name(),
          channel.kind().text(),
          channel.address(),
          channel.events().stream().map(NotificationEvent::text).toList(),
          channel.isConfirmed(),
          Instant.ofEpochMilli(channel.createdMillis()),
          channel.waiting(),
          instant(channel.deliveredMillis()),
          channel.error().orElse(null));
    }
  }

  /** A notification to one channel. */
  public record DeliveryJson(
      String id,
      String event,
      @Nullable String bag,
      String state,
      Instant time,
      int attempts,
      @Nullable Instant ended,
      @Nullable String error) {

    public static DeliveryJson of(NotificationDelivery delivery) {
      String ended = delivery.isDelivered() ? "delivered" : "given-up";
      return new DeliveryJson(
          delivery.eventId(),
          delivery.event(),
          delivery.bag().orElse(null),
          delivery.endedMillis().isEmpty() ? "waiting" : ended,
          Instant.ofEpochMilli(delivery.atMillis()),
          delivery.attempts(),
          instant(delivery.endedMillis()),
          delivery.error().orElse(null));
    }
  }

  private static @Nullable Instant instant(OptionalLong millis) {
    return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
  }
}
