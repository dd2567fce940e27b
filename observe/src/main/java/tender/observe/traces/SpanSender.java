package tender.observe.traces;

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
 * Sends spans to a collector, by OTLP over HTTP, on a thread of its own. Whoever adds one never
 * waits: when so many wait that the collector seems to be gone, further ones are dropped.
 */
public final class SpanSender implements Spans, AutoCloseable {
  private static final Logger LOG = System.getLogger(SpanSender.class.getName());
  private static final int MOST_WAITING = 8_192;
  private static final int MOST_AT_ONCE = 512;
  private static final int TRIES = 3;
  private static final Duration GATHER = Duration.ofMillis(500);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);
  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERRORS = 500;

  private final URI collector;
  private final OtlpSpans form;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LONGEST_ANSWER).build();
  private final BlockingQueue<BagSpan> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;
  private boolean isAway;

  /**
   * @param collector its address, such as {@code http://127.0.0.1:4318}
   * @param service which program sends them
   * @param instance which of several
   */
  public SpanSender(String collector, String service, String instance) {
    this.collector = address(collector);
    form = new OtlpSpans(service, instance);
    thread = Thread.ofPlatform().name("tender-spans").daemon().start(this::sendAll);
  }

  private static URI address(String text) {
    try {
      URI uri = URI.create(text.replaceAll("/+$", "") + "/v1/traces");
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "The setting 'traces' is '" + text + "', and must be like http://127.0.0.1:4318.");
  }

  @Override
  public void add(BagSpan span) {
    if (!waiting.offer(span)) {
      dropped.incrementAndGet();
    }
  }

  /** How many the collector has taken. */
  public long sent() {
    return sent.get();
  }

  /** How many it will never see. */
  public long dropped() {
    return dropped.get();
  }

  private void sendAll() {
    try {
      while (!closing || !waiting.isEmpty()) {
        List<BagSpan> some = new ArrayList<>();
        BagSpan first = waiting.poll(GATHER.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          some.add(first);
          waiting.drainTo(some, MOST_AT_ONCE - 1);
          send(some);
        }
      }
    } catch (InterruptedException e) {
      dropped.addAndGet(waiting.size());
    }
  }

  private void send(List<BagSpan> spans) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(collector)
            .timeout(LONGEST_ANSWER)
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(form.request(spans).toByteArray()))
            .build();
    String why = "";
    for (int tried = 1; tried <= TRIES; tried++) {
      try {
        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status / 100 == 2) {
          sent.addAndGet(spans.size());
          isAway = false;
          return;
        }
        why = "it answers " + status;
        if (status != TOO_MANY_REQUESTS && status < SERVER_ERRORS) {
          break;
        }
      } catch (IOException e) {
        why = e.toString();
      }
      if (tried < TRIES && !closing) {
        Thread.sleep(tried * GATHER.toMillis());
      }
    }
    dropped.addAndGet(spans.size());
    if (!isAway) {
      isAway = true;
      LOG.log(Level.WARNING, "Spans are dropped, for {0} does not take them: {1}", collector, why);
    }
  }

  /** Sends what waits, but not for long. */
  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(FAREWELL)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
