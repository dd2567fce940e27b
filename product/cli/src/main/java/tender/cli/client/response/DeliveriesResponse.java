package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The latest notifications of a channel, as the server returns them. */
public record DeliveriesResponse(List<Delivery> deliveries) {
  /**
   * A notification.
   *
   * @param bag null for a test
   * @param ended null while it waits
   */
  public record Delivery(
      String id,
      String event,
      @Nullable String bag,
      String state,
      Instant time,
      int attempts,
      @Nullable Instant ended,
      @Nullable String error) {}
}
