package tender.server.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.server.api.ApiException;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationEvent;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.identity.SecretCipher;
import tender.server.store.notifications.ClaimedChannel;
import tender.server.store.notifications.NotificationOutbox;
import tender.server.store.notifications.WaitingNotification;

@Tag("live")
class NotificationServiceTest {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final long LEASE_MILLIS = 60_000;
  private static final long DAY_MILLIS = 24 * 3_600_000;
  private static final NotificationSettings SETTINGS =
      new NotificationSettings(
          List.of(AddressRange.parse("127.0.0.1/32")),
          Optional.of(
              new SmtpSettings(
                  "127.0.0.1", 25, SmtpSettings.Security.NONE, "t@example.org", Optional.empty())));

  @TempDir private Path folder;
  private DatabaseSettings settings;
  private Database database;
  private NotificationService service;
  private NotificationOutbox outbox;

  @BeforeEach
  void open() throws Exception {
    settings =
        new DatabaseSettings(
            PostgresServer.shared().newDatabase().jdbcUrl(), 4, Optional.of(key("first", "a")));
    database = Database.open(settings, "here");
    database.users().create(ANNA);
    database.users().create(BERT);
    service = new NotificationService(database.notificationChannels(), SETTINGS);
    outbox = database.notificationOutbox();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Path key(String name, String digit) throws Exception {
    Path file = Files.writeString(folder.resolve(name), digit.repeat(64));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private void addWebhook(String name) {
    service.addWebhook(ANNA, name, "http://127.0.0.1:8080/", List.of());
  }

  private ClaimedChannel claim() {
    List<ClaimedChannel> claimed = outbox.claim(LEASE_MILLIS, 10);
    assertThat(claimed).hasSize(1);
    return claimed.getFirst();
  }

  @Test
  void webhooksToForbiddenAddressesAndTooManyAreRefused() {
    for (String url :
        List.of(
            "http://127.0.0.2:8080/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest/meta-data/",
            "file:///etc/passwd")) {
      assertThatThrownBy(() -> service.addWebhook(ANNA, "a", url, List.of()))
          .as(url)
          .isInstanceOf(ApiException.class);
    }
    for (int i = 0; i < 10; i++) {
      addWebhook("w" + i);
    }
    assertThatThrownBy(() -> addWebhook("w10")).hasMessageContaining("10 notification channels");
    service.remove(ANNA, "w3");
    assertThatThrownBy(() -> addWebhook("w4")).hasMessageContaining("with the name 'w4'");
    addWebhook("w3");
    assertThat(service.list(BERT)).isEmpty();
  }

  @Test
  void addressGetsACodeAndNothingElseBeforeItIsConfirmed() {
    service.addEmail(ANNA, "work", "anna@example.org", List.of(NotificationEvent.DONE));
    assertThatThrownBy(() -> service.test(ANNA, "work")).hasMessageContaining("not confirmed");
    ClaimedChannel channel = claim();
    WaitingNotification mail = outbox.begin(channel, 10).getFirst();
    assertThat(mail.event()).isEqualTo("confirm");
    String code = mail.data().replaceAll(".*\"code\" : \"(\\w+)\".*", "$1");
    assertThat(NotificationText.mail(List.of(mail))).contains("tender notify confirm work " + code);
    outbox.delivered(List.of(mail));
    outbox.release(channel, 0, 0);

    for (int i = 0; i < 4; i++) {
      assertThatThrownBy(() -> service.confirm(ANNA, "work", "wrong"))
          .hasMessageContaining("code is wrong");
    }
    assertThatThrownBy(() -> service.confirm(BERT, "work", code))
        .hasMessageContaining("no notification channel");
    service.confirm(ANNA, "work", " " + code.toUpperCase(Locale.ROOT) + " ");
    assertThat(service.list(ANNA)).extracting(NotificationChannel::isConfirmed).containsOnly(true);
    service.test(ANNA, "work");
    assertThatThrownBy(() -> service.test(ANNA, "work")).hasMessageContaining("a moment ago");
    assertThat(outbox.begin(claim(), 10).getFirst().event()).isEqualTo("test");
  }

  @Test
  void codeIsWorthlessAfterFiveWrongOnes() {
    service.addEmail(ANNA, "work", "anna@example.org", List.of());
    String data = outbox.begin(claim(), 10).getFirst().data();
    String code = data.replaceAll(".*\"code\" : \"(\\w+)\".*", "$1");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> service.confirm(ANNA, "work", "wrong"));
    }
    assertThatThrownBy(() -> service.confirm(ANNA, "work", code))
        .hasMessageContaining("code is wrong");
  }

  @Test
  void addressIsNotFloodedWithCodes() {
    for (int i = 0; i < 3; i++) {
      UserId user = i == 2 ? BERT : ANNA;
      service.addEmail(user, "v", i == 1 ? "Victim@example.org" : "victim@example.org", List.of());
      service.remove(user, "v");
    }
    assertThatThrownBy(() -> service.addEmail(ANNA, "v", "victim@example.org", List.of()))
        .hasMessageContaining("Too many codes");
    for (int i = 0; i < 8; i++) {
      service.addEmail(ANNA, "v", "v" + i + "@example.org", List.of());
      service.remove(ANNA, "v");
    }
    assertThatThrownBy(() -> service.addEmail(ANNA, "v", "v9@example.org", List.of()))
        .as("10 codes of one user")
        .hasMessageContaining("Too many codes");
  }

  @Test
  void marketWithoutMailServerHasNoAddresses() {
    NotificationService other =
        new NotificationService(database.notificationChannels(), NotificationSettings.DEFAULT);
    assertThatThrownBy(() -> other.addEmail(ANNA, "a", "a@example.org", List.of()))
        .hasMessageContaining("sends no mail");
    assertThatThrownBy(() -> service.addEmail(ANNA, "a", "a@b\r\nBcc: c@d", List.of()))
        .hasMessageContaining("no plain e-mail address");
  }

  @Test
  void secretsAreEncryptedAndEncryptedAgainWithAnotherKey() throws Exception {
    String secret = service.addWebhook(ANNA, "w", "http://127.0.0.1:8080/", List.of());
    service.test(ANNA, "w");
    ClaimedChannel channel = claim();
    assertThat(channel.secret().get()).isEqualTo(secret);
    outbox.release(channel, 0, 0);
    Path second = key("second", "b");
    assertThat(database.notificationChannels().changeKey(SecretCipher.fromFile(second))).isOne();
    assertThatThrownBy(() -> outbox.claim(0, 10).getFirst().secret().get())
        .hasMessageContaining("cannot be decrypted");
    DatabaseSettings changed = new DatabaseSettings(settings.jdbcUrl(), 4, Optional.of(second));
    try (Database other = Database.open(changed, "there")) {
      assertThat(other.notificationOutbox().claim(0, 10).getFirst().secret().get())
          .isEqualTo(secret);
    }
  }

  @Test
  void channelIsClaimedByOneServerUntilTheClaimExpires() throws Exception {
    addWebhook("w");
    service.test(ANNA, "w");
    ClaimedChannel first = outbox.claim(300, 10).getFirst();
    assertThat(outbox.claim(LEASE_MILLIS, 10)).isEmpty();
    WaitingNotification notification = outbox.begin(first, 1).getFirst();
    Thread.sleep(400);
    ClaimedChannel second = claim();
    assertThat(outbox.begin(second, 1).getFirst().eventId()).isEqualTo(notification.eventId());
    // The first server answers late: it does not end the claim of the second one.
    outbox.release(first, 0, 0);
    assertThat(outbox.claim(LEASE_MILLIS, 10)).isEmpty();
    outbox.delivered(List.of(notification));
    outbox.release(second, 0, 0);
    assertThat(outbox.claim(LEASE_MILLIS, 10)).isEmpty();
    assertThat(service.deliveries(ANNA, "w").getFirst().attempts()).isEqualTo(2);
  }

  @Test
  void addressIsClaimedForLongerThanAWebhook() throws Exception {
    service.addEmail(ANNA, "work", "anna@example.org", List.of());
    ClaimedChannel mail = outbox.claim(1_000, 10).getFirst();
    addWebhook("w");
    service.test(ANNA, "w");
    ClaimedChannel webhook = outbox.claim(1_000, 10).getFirst();
    assertThat(mail.claimedUntilMillis()).isGreaterThan(webhook.claimedUntilMillis());
  }

  @Test
  void notificationThatTheServerCannotSignIsAFailedAttempt() throws Exception {
    addWebhook("w");
    service.test(ANNA, "w");
    Path second = key("second", "b");
    database.notificationChannels().changeKey(SecretCipher.fromFile(second));
    try (NotificationSender sender = new NotificationSender(outbox, SETTINGS)) {
      sender.run();
      while (service.list(ANNA).getFirst().error().isEmpty()) {
        Thread.sleep(20);
      }
    }
    assertThat(service.list(ANNA).getFirst().error())
        .hasValueSatisfying(error -> assertThat(error).contains("its log has the reason"));
    assertThat(outbox.claim(LEASE_MILLIS, 10)).as("the pause of the channel").isEmpty();
  }

  @Test
  void failedNotificationWaitsAndIsGivenUpInTheEnd() {
    addWebhook("w");
    service.test(ANNA, "w");
    ClaimedChannel channel = claim();
    List<WaitingNotification> waiting = outbox.begin(channel, 1);
    outbox.failed(waiting, "no answer", LEASE_MILLIS, DAY_MILLIS);
    outbox.release(channel, 0, 1);
    assertThat(outbox.claim(LEASE_MILLIS, 10)).as("the pause of the notification").isEmpty();
    assertThat(service.list(ANNA).getFirst().error()).contains("no answer");
    assertThat(service.deliveries(ANNA, "w").getFirst().endedMillis()).isEmpty();
    outbox.failed(waiting, "no answer", 0, 0);
    assertThat(service.deliveries(ANNA, "w").getFirst().endedMillis()).isPresent();
    assertThat(service.deliveries(ANNA, "w").getFirst().isDelivered()).isFalse();
    assertThat(outbox.deleteEnded(Long.MAX_VALUE, 10)).isOne();
    assertThat(service.deliveries(ANNA, "w")).isEmpty();
  }

  @Test
  void pauseOfAChannelConcernsThatChannelOnly() {
    addWebhook("down");
    addWebhook("up");
    service.test(ANNA, "down");
    ClaimedChannel down = claim();
    outbox.failed(outbox.begin(down, 1), "no answer", 0, DAY_MILLIS);
    outbox.release(down, LEASE_MILLIS, 1);
    service.test(ANNA, "up");
    assertThat(claim().id()).isNotEqualTo(down.id());
  }

  @Test
  void revokedUserIsNotNotified() {
    addWebhook("w");
    service.test(ANNA, "w");
    database.users().revoke(ANNA);
    assertThat(service.list(ANNA)).isEmpty();
    assertThat(outbox.claim(LEASE_MILLIS, 10)).isEmpty();
  }
}
