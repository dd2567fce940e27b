package tender.server.notifications;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tender.core.model.Time;
import tender.server.api.ApiException;
import tender.server.api.NotificationApi;
import tender.server.bags.DatabaseErrorMapper;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationDelivery;
import tender.server.model.NotificationEvent;
import tender.server.model.UserId;
import tender.server.store.notifications.NotificationChannels;

/** Implements the API for notifications on PostgreSQL. */
public final class NotificationService implements NotificationApi {
  private static final int MAX_DELIVERIES = 50;
  private static final int CODE_LENGTH = 8;
  private static final int EVENT_ID_BYTES = 16;
  private static final long TEST_PAUSE_MILLIS = 10 * Time.SECOND_MILLIS;
  private static final NotificationChannels.Limits LIMITS =
      new NotificationChannels.Limits(10, 10, 3);

  /** Without letters and digits that look alike. */
  private static final String CODE_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

  private final NotificationChannels channels;
  private final NetworkPolicy policy;
  private final boolean sendsMail;
  private final SecureRandom random = new SecureRandom();

  public NotificationService(NotificationChannels channels, NotificationSettings settings) {
    this.channels = channels;
    policy = new NetworkPolicy(settings.webhookNetworks());
    sendsMail = settings.smtp().isPresent();
  }

  @Override
  public String addWebhook(UserId user, String name, String url, List<NotificationEvent> events) {
    requireName(name);
    try {
      policy.resolve(policy.parse(url));
    } catch (DeliveryException e) {
      throw ApiException.invalid(
          "The URL of the webhook is not possible: %s.".formatted(e.text()),
          "Give an https URL with a public address, or ask the operator to allow its network.");
    }
    String secret = WebhookSignature.newSecret();
    requireAdded(
        DatabaseErrorMapper.mapErrors(
            () -> channels.addWebhook(user, name, url, orAll(events), secret, LIMITS)),
        name);
    return secret;
  }

  @Override
  public void addEmail(UserId user, String name, String address, List<NotificationEvent> events) {
    requireName(name);
    if (!sendsMail) {
      throw ApiException.conflict(
          "This market sends no mail.",
          "Add a webhook, or ask the operator to set 'notifications.smtp' in server.yaml.");
    }
    if (!EmailAddress.isPossible(address)) {
      throw ApiException.invalid(
          "The address is no plain e-mail address.", "Write it as ann@example.org.");
    }
    requireAdded(
        DatabaseErrorMapper.mapErrors(
            () ->
                channels.addEmail(
                    user, name, address, orAll(events), code(), randomEventId(), LIMITS)),
        name);
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw ApiException.invalid(
          "The name of a notification channel has 1 to 60 letters, digits, dots, underscores and"
              + " hyphens, and begins with a letter or a digit.",
          "Choose a name that says who is notified, such as chat.");
    }
  }

  private static List<NotificationEvent> orAll(List<NotificationEvent> events) {
    return events.isEmpty() ? List.of(NotificationEvent.values()) : events;
  }

  private static void requireAdded(NotificationChannels.Added added, String name) {
    switch (added) {
      case ADDED -> {}
      case NAME_IS_USED ->
          throw ApiException.conflict(
              "You have a notification channel with the name '" + name + "'.",
              "Choose another name, or remove it first.");
      case TOO_MANY_CHANNELS ->
          throw ApiException.conflict(
              "You have %d notification channels, the maximum.".formatted(LIMITS.channels()),
              "Remove those that are not used any more.");
      case TOO_MANY_CODES ->
          throw ApiException.tooMany(
              "Too many codes were sent to this address, or for you, in the last 24 hours.",
              "Try again tomorrow.");
    }
  }

  private String code() {
    StringBuilder code = new StringBuilder();
    for (int i = 0; i < CODE_LENGTH; i++) {
      code.append(CODE_CHARACTERS.charAt(random.nextInt(CODE_CHARACTERS.length())));
    }
    return code.toString();
  }

  private String randomEventId() {
    byte[] bytes = new byte[EVENT_ID_BYTES];
    random.nextBytes(bytes);
    return "evt_" + HexFormat.of().formatHex(bytes);
  }

  @Override
  public List<NotificationChannel> list(UserId user) {
    return DatabaseErrorMapper.mapErrors(() -> channels.list(user));
  }

  @Override
  public void confirm(UserId user, String name, String code) {
    NotificationChannel channel = require(user, name);
    boolean isRight =
        channel.isConfirmed()
            || DatabaseErrorMapper.mapErrors(
                () -> channels.confirm(user, name, code.strip().toLowerCase(Locale.ROOT)));
    if (!isRight) {
      throw ApiException.invalid(
          "The code is wrong, or it has expired.",
          "Copy it from the mail. After 5 wrong codes, or a day, remove the address and add it again.");
    }
  }

  @Override
  public void test(UserId user, String name) {
    if (!require(user, name).isConfirmed()) {
      throw ApiException.conflict(
          "The address is not confirmed.", "Enter the code from the mail: tender notify confirm.");
    }
    if (!DatabaseErrorMapper.mapErrors(
        () -> channels.test(user, name, randomEventId(), TEST_PAUSE_MILLIS))) {
      throw ApiException.tooMany(
          "A test was sent a moment ago, or waits to be sent.", "Try again in 10 seconds.");
    }
  }

  @Override
  public void remove(UserId user, String name) {
    if (!DatabaseErrorMapper.mapErrors(() -> channels.delete(user, name))) {
      throw notFound();
    }
  }

  @Override
  public List<NotificationDelivery> deliveries(UserId user, String name) {
    Optional<List<NotificationDelivery>> latest =
        DatabaseErrorMapper.mapErrors(() -> channels.deliveries(user, name, MAX_DELIVERIES));
    return latest.orElseThrow(NotificationService::notFound);
  }

  private NotificationChannel require(UserId user, String name) {
    return list(user).stream()
        .filter(channel -> channel.name().equals(name))
        .findFirst()
        .orElseThrow(NotificationService::notFound);
  }

  private static ApiException notFound() {
    return ApiException.notFound(
        "You have no notification channel with this name.",
        "List your channels to see their names.");
  }
}
