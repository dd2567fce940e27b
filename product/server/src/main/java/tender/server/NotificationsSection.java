package tender.server;

import java.util.List;
import java.util.Optional;
import tender.server.notifications.AddressRange;
import tender.server.notifications.NotificationSettings;

/**
 * The section {@code notifications} of a server's configuration.
 *
 * @param webhookNetworks networks that are not public, and to which webhooks may be sent
 * @param smtp the mail server; without it no mail is sent
 */
public record NotificationsSection(
    Optional<List<String>> webhookNetworks, Optional<SmtpSection> smtp) {

  /** Fails if a setting is invalid. Reads no file. */
  void validate() {
    var _ = networks();
    smtp.ifPresent(SmtpSection::validate);
  }

  private List<AddressRange> networks() {
    return webhookNetworks.orElse(List.of()).stream().map(NotificationsSection::network).toList();
  }

  private static AddressRange network(String text) {
    try {
      return AddressRange.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The setting 'notifications.webhook_networks' is invalid: " + e.getMessage(), e);
    }
  }

  NotificationSettings settings() {
    return new NotificationSettings(networks(), smtp.map(SmtpSection::settings));
  }
}
