package tender.app.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A receiver of webhooks that can be stopped, started again, and kept from answering. */
final class WebhookReceiver implements AutoCloseable {
  private static final int NO_CONTENT = 204;
  private static final int HANGING_SECONDS = 60;

  private final int port = LoopbackPorts.free();
  private final List<Request> received = new CopyOnWriteArrayList<>();
  private final List<Request> answered = new CopyOnWriteArrayList<>();
  private final Semaphore arrivals = new Semaphore(0);
  private volatile boolean answers = true;
  private HttpServer server;

  /** A request as it came. */
  record Request(String id, String timestamp, String signature, String body) {}

  WebhookReceiver() throws IOException {
    start();
  }

  String url() {
    return "http://127.0.0.1:" + port + "/hooks/tender?from=test";
  }

  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/hooks/tender", this::handle);
    server.start();
  }

  /** Closes the port, as if it was killed. */
  void kill() {
    server.stop(0);
  }

  /** Whether requests are answered, or only read. */
  void setAnswers(boolean answers) {
    this.answers = answers;
    arrivals.drainPermits();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Request request =
        new Request(
            exchange.getRequestHeaders().getFirst("webhook-id"),
            exchange.getRequestHeaders().getFirst("webhook-timestamp"),
            exchange.getRequestHeaders().getFirst("webhook-signature"),
            new String(
                exchange.getRequestBody().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    received.add(request);
    boolean isAnswered = answers;
    arrivals.release();
    try {
      if (!isAnswered) {
        TimeUnit.SECONDS.sleep(HANGING_SECONDS);
      }
      answered.add(request);
      exchange.sendResponseHeaders(NO_CONTENT, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  /** Waits for a request that arrives after {@link #setAnswers}. */
  boolean awaitArrival(long seconds) throws InterruptedException {
    return arrivals.tryAcquire(seconds, TimeUnit.SECONDS);
  }

  /** All requests, also those that were not answered. */
  List<Request> received() {
    return List.copyOf(received);
  }

  /** Those that were answered. */
  List<Request> answered() {
    return List.copyOf(answered);
  }

  @Override
  public void close() {
    kill();
  }
}
