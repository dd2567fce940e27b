package tender.server.api;

import java.util.List;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationDelivery;
import tender.server.model.NotificationEvent;
import tender.server.model.UserId;

/** What users can do with their notifications. Every method may throw an {@link ApiException}. */
public interface NotificationApi {

  /**
   * Adds a webhook.
   *
   * @param events of which it is notified; all if there are none
   * @return the secret with which requests are signed; it cannot be read again
   */
  String addWebhook(UserId user, String name, String url, List<NotificationEvent> events);

  /**
   * Adds an e-mail address, to which a code is sent. Nothing else is sent before it is confirmed.
   *
   * @param events of which it is notified; all if there are none
   */
  void addEmail(UserId user, String name, String address, List<NotificationEvent> events);

  /** The channels of a user, by name. */
  List<NotificationChannel> list(UserId user);

  /** Confirms an address by the code that was sent to it. */
  void confirm(UserId user, String name, String code);

  /** Sends a test. */
  void test(UserId user, String name);

  /** Removes a channel, with what waits for it. */
  void remove(UserId user, String name);

  /** The latest notifications of a channel, newest first. */
  List<NotificationDelivery> deliveries(UserId user, String name);
}
