package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a user is notified, as the server returns it and {@code -o json} prints it. */
public record NotificationsResponse(List<Channel> channels) {
  /**
   * A webhook or an address, without its secret.
   *
   * @param delivered when a notification was delivered; null if none was in the last days
   * @param error why the last attempt failed; null if it did not
   */
  public record Channel(
      String name,
      String kind,
      String address,
      List<String> events,
      boolean confirmed,
      Instant created,
      int waiting,
      @Nullable Instant delivered,
      @Nullable String error) {}

  /**
   * A new channel.
   *
   * @param secret null for an address
   */
  public record Added(String name, @Nullable String secret) {}
}
