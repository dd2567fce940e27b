package tender.server.notifications;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLSocketFactory;
import tender.core.model.Time;
import tender.core.store.Store;
import tender.server.store.notifications.ClaimedChannel;
import tender.server.store.notifications.NotificationOutbox;
import tender.server.store.notifications.WaitingNotification;

/**
 * Sends what waits. Each run claims channels and sends some of their notifications, each channel on
 * its own thread. A notification is recorded as delivered after its receiver has answered, so that
 * a server that dies in between sends it again.
 */
public final class NotificationSender implements Runnable, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(NotificationSender.class.getName());

  /** A channel whose server died waits for as long. */
  private static final Duration LEASE = Duration.ofSeconds(20);

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(8);

  /** No request is begun later, so that a request ends before the claim. */
  private static final Duration LATEST_REQUEST = Duration.ofSeconds(10);

  private static final int MAX_CHANNELS = 32;

  /** In one run, which is one second: a webhook must not be used to flood its receiver. */
  private static final int MAX_REQUESTS = 20;

  private static final int MAX_IN_MAIL = 100;
  private static final long MAIL_PAUSE_MILLIS = Time.MINUTE_MILLIS;
  private static final long FIRST_PAUSE_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final long MAX_CHANNEL_PAUSE_MILLIS = 10 * Time.MINUTE_MILLIS;
  private static final long MAX_PAUSE_MILLIS = Time.HOUR_MILLIS;
  private static final long GIVE_UP_MILLIS = 3 * Time.DAY_MILLIS;
  private static final int MAX_DOUBLINGS = 20;

  private final NotificationOutbox outbox;
  private final WebhookClient webhooks;
  private final Optional<MailSender> mail;
  private final Semaphore free = new Semaphore(MAX_CHANNELS);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public NotificationSender(NotificationOutbox outbox, NotificationSettings settings) {
    this(outbox, settings, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /**
   * @param tls trusts the certificates of receivers
   */
  NotificationSender(
      NotificationOutbox outbox, NotificationSettings settings, SSLSocketFactory tls) {
    this.outbox = outbox;
    webhooks =
        new WebhookClient(new NetworkPolicy(settings.webhookNetworks()), tls, REQUEST_TIMEOUT);
    mail = settings.smtp().map(smtp -> new MailSender(smtp, REQUEST_TIMEOUT));
  }

  /** What an attempt says about the channel. */
  private record Outcome(long pauseMillis, int failures) {}

  @Override
  public void run() {
    int places = free.availablePermits();
    if (places == 0) {
      return;
    }
    for (ClaimedChannel channel : outbox.claim(LEASE.toMillis(), places)) {
      // Only this thread takes places, so that there is one.
      free.acquireUninterruptibly();
      threads.execute(() -> send(channel));
    }
  }

  private void send(ClaimedChannel channel) {
    try {
      Outcome outcome =
          switch (channel.kind()) {
            case WEBHOOK -> sendRequests(channel);
            case EMAIL -> sendMail(channel);
          };
      outbox.release(channel, outcome.pauseMillis, outcome.failures);
    } catch (Store.Unavailable e) {
      LOG.log(
          Level.DEBUG, "Database unavailable; notifications are sent again: {0}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Notifications of a channel failed: channel={0}", channel.id(), e);
    } finally {
      free.release();
    }
  }

  private Outcome sendRequests(ClaimedChannel channel) {
    long endNanos = System.nanoTime() + LATEST_REQUEST.toNanos();
    for (int i = 0; i < MAX_REQUESTS && System.nanoTime() < endNanos; i++) {
      // One at a time, so that an attempt is counted only if it is made.
      List<WaitingNotification> next = outbox.begin(channel, 1);
      if (next.isEmpty()) {
        break;
      }
      try {
        post(channel, next.getFirst());
        outbox.delivered(next);
      } catch (DeliveryException e) {
        failed(channel, next, e);
        if (!e.isOfMessage()) {
          return unavailable(channel);
        }
      }
    }
    return new Outcome(0, 0);
  }

  private void post(ClaimedChannel channel, WaitingNotification notification)
      throws DeliveryException {
    try {
      String body = NotificationText.json(notification);
      long timestampSeconds = Instant.now().getEpochSecond();
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("webhook-id", notification.eventId());
      headers.put("webhook-timestamp", String.valueOf(timestampSeconds));
      headers.put(
          "webhook-signature",
          WebhookSignature.of(
              channel.secret().get(), notification.eventId(), timestampSeconds, body));
      webhooks.post(channel.address(), headers, body);
    } catch (RuntimeException e) {
      throw failure(channel, e);
    }
  }

  /** The attempt counts as failed, so that it is repeated ever less often, and the user sees it. */
  private static DeliveryException failure(ClaimedChannel channel, RuntimeException e) {
    LOG.log(Level.ERROR, "Notification cannot be sent; will retry: channel={0}", channel.id(), e);
    return new DeliveryException("the market's server failed; its log has the reason", e);
  }

  private Outcome sendMail(ClaimedChannel channel) {
    List<WaitingNotification> waiting = outbox.begin(channel, MAX_IN_MAIL);
    if (waiting.isEmpty()) {
      return new Outcome(0, 0);
    }
    try {
      mail(channel, waiting);
      outbox.delivered(waiting);
      return new Outcome(MAIL_PAUSE_MILLIS, 0);
    } catch (DeliveryException e) {
      failed(channel, waiting, e);
      return unavailable(channel);
    }
  }

  private void mail(ClaimedChannel channel, List<WaitingNotification> waiting)
      throws DeliveryException {
    MailSender sender =
        mail.orElseThrow(() -> new DeliveryException("this market sends no mail any more"));
    try {
      sender.send(channel.address(), waiting);
    } catch (RuntimeException e) {
      throw failure(channel, e);
    }
  }

  private void failed(
      ClaimedChannel channel, List<WaitingNotification> notifications, DeliveryException e) {
    LOG.log(
        Level.DEBUG,
        "Notification not delivered; will retry: channel={0}, event={1}, attempt={2}, cause={3}",
        channel.id(),
        notifications.getFirst().eventId(),
        notifications.getFirst().attempts(),
        e.text());
    long pauseMillis = pauseMillis(notifications.getFirst().attempts(), MAX_PAUSE_MILLIS);
    // Notifications behind an unavailable receiver wait for the channel, not for themselves.
    outbox.failed(notifications, e.text(), e.isOfMessage() ? pauseMillis : 0, GIVE_UP_MILLIS);
  }

  private static Outcome unavailable(ClaimedChannel channel) {
    int failures = channel.failures() + 1;
    return new Outcome(pauseMillis(failures, MAX_CHANNEL_PAUSE_MILLIS), failures);
  }

  /** Doubles with each attempt; at random, so that receivers are not called in waves. */
  private static long pauseMillis(int attempts, long maxMillis) {
    long doubled = FIRST_PAUSE_MILLIS << Math.clamp(attempts - 1, 0, MAX_DOUBLINGS);
    long millis = Math.min(doubled, maxMillis);
    return millis - ThreadLocalRandom.current().nextLong(millis / 4);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    webhooks.close();
  }
}
