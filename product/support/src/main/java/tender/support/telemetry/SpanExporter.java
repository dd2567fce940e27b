package tender.support.telemetry;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends spans to a collector by OTLP over HTTP, on its own thread. Adding a span never blocks: when
 * the queue is full, for example because the collector is down, further spans are dropped.
 */
public final class SpanExporter implements SpanSink, AutoCloseable {
  private static final Logger LOG = System.getLogger(SpanExporter.class.getName());
  private static final int QUEUE_CAPACITY = 8_192;
  private static final int MAX_BATCH_SIZE = 512;
  private static final int MAX_ATTEMPTS = 3;
  private static final Duration BATCH_DELAY = Duration.ofMillis(500);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERRORS = 500;

  private final URI collector;
  private final OtlpEncoder encoder;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(REQUEST_TIMEOUT).build();
  private final BlockingQueue<BagSpan> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;
  private boolean isCollectorUnavailable;

  /**
   * @param collector URL of the collector, such as {@code http://127.0.0.1:4318}
   * @param service name of the program
   * @param instance distinguishes several instances of the program
   */
  public SpanExporter(String collector, String service, String instance) {
    this.collector = address(collector);
    encoder = new OtlpEncoder(service, instance);
    thread = Thread.ofPlatform().name("tender-spans").daemon().start(this::sendAll);
  }

  private static URI address(String text) {
    try {
      URI uri = URI.create(text.replaceAll("/+$", "") + "/v1/traces");
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "The setting 'trace_endpoint' is '%s', and must be a URL such as http://127.0.0.1:4318."
            .formatted(text));
  }

  @Override
  public void add(BagSpan span) {
    if (!queue.offer(span)) {
      dropped.incrementAndGet();
    }
  }

  /** Number of spans that the collector has accepted. */
  public long sent() {
    return sent.get();
  }

  /** Number of spans that were dropped. */
  public long dropped() {
    return dropped.get();
  }

  private void sendAll() {
    try {
      while (!closing || !queue.isEmpty()) {
        List<BagSpan> batch = new ArrayList<>();
        BagSpan first = queue.poll(BATCH_DELAY.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, MAX_BATCH_SIZE - 1);
          send(batch);
        }
      }
    } catch (InterruptedException e) {
      dropped.addAndGet(queue.size());
    }
  }

  private void send(List<BagSpan> spans) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(collector)
            .timeout(REQUEST_TIMEOUT)
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(encoder.request(spans).toByteArray()))
            .build();
    String failure = "";
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status / 100 == 2) {
          sent.addAndGet(spans.size());
          isCollectorUnavailable = false;
          return;
        }
        failure = "HTTP status " + status;
        if (status != TOO_MANY_REQUESTS && status < SERVER_ERRORS) {
          break;
        }
      } catch (IOException e) {
        failure = e.toString();
      }
      if (attempt < MAX_ATTEMPTS && !closing) {
        Thread.sleep(attempt * BATCH_DELAY.toMillis());
      }
    }
    dropped.addAndGet(spans.size());
    if (!isCollectorUnavailable) {
      isCollectorUnavailable = true;
      LOG.log(
          Level.WARNING,
          "Dropping spans; collector unavailable: collector={0} cause={1}",
          collector,
          failure);
    }
  }

  /** Sends the queued spans, for at most {@link #CLOSE_TIMEOUT}. */
  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(CLOSE_TIMEOUT)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
