package tender.server.notifications;

import java.util.List;
import java.util.Optional;

/**
 * How a market sends notifications.
 *
 * @param webhookNetworks networks that are not public, and to which webhooks may be sent
 * @param smtp empty if the market sends no mail
 */
public record NotificationSettings(
    List<AddressRange> webhookNetworks, Optional<SmtpSettings> smtp) {
  /** Webhooks to public addresses, and no mail. */
  public static final NotificationSettings DEFAULT =
      new NotificationSettings(List.of(), Optional.empty());

  public NotificationSettings {
    webhookNetworks = List.copyOf(webhookNetworks);
  }
}
