package tender.app.attacks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A user's steady requests: submissions, states, lists, and one event stream. Requests start by the
 * clock, whether or not earlier ones were answered, and the time of each counts from when it was to
 * start, so that a server that stops for a while is seen in all requests that had to wait.
 */
final class VictimTraffic implements AutoCloseable {
  /** The phase whose requests are not measured. */
  static final String UNMEASURED = "";

  private static final long INTERVAL_NANOS = 25_000_000;
  private static final int SUBMIT_EVERY = 40;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  final Queue<String> failures = new ConcurrentLinkedQueue<>();
  final AtomicInteger heartbeats = new AtomicInteger();
  private final Map<String, Queue<Double>> millis = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(threads)
          .connectTimeout(TIMEOUT)
          .build();
  private final String server;
  private final String token;
  private final String bag;
  private volatile String phase = UNMEASURED;
  private volatile boolean isOver;

  VictimTraffic(String server, String token, String bag) {
    this.server = server;
    this.token = token;
    this.bag = bag;
    threads.execute(this::sendAll);
    threads.execute(this::readEvents);
  }

  /** From now on, requests count for this phase. */
  void enter(String next) {
    phase = next;
  }

  List<Double> millis(String of) {
    return new ArrayList<>(millis.getOrDefault(of, new ConcurrentLinkedQueue<>()));
  }

  private void sendAll() {
    long startNanos = System.nanoTime();
    for (int i = 0; !isOver; i++) {
      long dueNanos = startNanos + i * INTERVAL_NANOS;
      LockSupport.parkNanos(dueNanos - System.nanoTime());
      int number = i;
      String during = phase;
      threads.execute(
          () -> {
            send(number);
            millis
                .computeIfAbsent(during, _ -> new ConcurrentLinkedQueue<>())
                .add((System.nanoTime() - dueNanos) / 1e6);
          });
    }
  }

  private void send(int number) {
    if (number % SUBMIT_EVERY == 0) {
      expect(
          201,
          request("/v1/bags")
              .header("Idempotency-Key", "victim" + number)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(AbuseLiveTest.submission())));
    } else {
      expect(200, request(number % 2 == 0 ? "/v1/bags" : "/v1/bags/" + bag).GET());
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path))
        .header("Authorization", "Bearer " + token);
  }

  private void expect(int status, HttpRequest.Builder request) {
    try {
      var answer = http.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
      if (answer.statusCode() != status) {
        failures.add(answer.statusCode() + ": " + answer.body());
      }
    } catch (IOException e) {
      failures.add(phase + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readEvents() {
    try {
      var answer =
          http.send(request("/v1/bags/" + bag + "/events").GET().build(), BodyHandlers.ofLines());
      answer.body().filter(line -> !line.isEmpty()).forEach(_ -> heartbeats.incrementAndGet());
      if (!isOver) {
        failures.add("The event stream ended with " + answer.statusCode());
      }
    } catch (IOException | RuntimeException e) {
      if (!isOver) {
        failures.add("The event stream failed: " + e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the answers that are still to come. */
  void finish() throws InterruptedException {
    isOver = true;
    Thread.sleep(1_000);
  }

  @Override
  public void close() {
    isOver = true;
    http.shutdownNow();
    threads.shutdownNow();
  }
}
