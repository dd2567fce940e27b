package tender.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpTransportTest {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final List<String> notices = new ArrayList<>();
  private final List<Long> pauses = new ArrayList<>();
  private long nowNanos;

  @Test
  void ordinaryRequestOutlastsRestartOfThirtySeconds() throws IOException {
    HttpTransport transport = transport(closedPort(), () -> {});
    assertThatThrownBy(() -> transport.send("/v1/bags", request -> request))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("No server answers at");
    assertThat(Duration.ofNanos(nowNanos)).isEqualTo(Duration.ofSeconds(30));
    assertThat(notices).singleElement().asString().endsWith("; retrying for 30 s.");
  }

  @Test
  void waitingRequestOutlastsRestartOfTenMinutes() throws IOException {
    int port = closedPort();
    HttpServer restarted = HttpServer.create();
    restarted.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'o', 'k'});
          exchange.close();
        });
    int roundsOfTenMinutes = (int) Duration.ofMinutes(10).dividedBy(PAUSE);
    HttpTransport transport =
        transport(
            port,
            () -> {
              if (pauses.size() == roundsOfTenMinutes) {
                start(restarted, port);
              }
            });
    try (InputStream answer =
        transport.send("/v1/bags/b1/events", request -> request, HttpTransport.MAX_OUTAGE)) {
      assertThat(answer.readAllBytes()).containsExactly('o', 'k');
    } finally {
      restarted.stop(0);
    }
    assertThat(pauses).hasSize(roundsOfTenMinutes);
    assertThat(notices)
        .containsExactly("No answer from http://127.0.0.1:" + port + "; retrying for 30 min.");
  }

  @Test
  void waitingRequestGivesUpInTheEnd() throws IOException {
    HttpTransport transport = transport(closedPort(), () -> {});
    assertThatThrownBy(
            () -> transport.send("/v1/bags/b1/events", request -> request, Duration.ofMinutes(15)))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(Duration.ofNanos(nowNanos)).isGreaterThanOrEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void waitsAsLongAsServerSaysWhenQuotaIsExceeded() throws IOException {
    HttpServer server = answering(429, "7");
    try (InputStream answer =
        transport(server.getAddress().getPort(), () -> {}).send("/v1/bags", request -> request)) {
      assertThat(answer.readAllBytes()).containsExactly('o', 'k');
    } finally {
      server.stop(0);
    }
    assertThat(pauses).singleElement().isEqualTo(7_000L);
    assertThat(notices).containsExactly("Too fast.\nSend fewer.");
  }

  @Test
  void reportsQuotaWithoutTimeImmediately() throws IOException {
    HttpServer server = answering(429, "");
    try {
      HttpTransport transport = transport(server.getAddress().getPort(), () -> {});
      assertThatThrownBy(() -> transport.send("/v1/bags", request -> request))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessage("Too fast.\nSend fewer.");
    } finally {
      server.stop(0);
    }
    assertThat(pauses).isEmpty();
  }

  /** A server that refuses the first request, and answers the others. */
  private static HttpServer answering(int firstStatus, String retryAfter) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    server.createContext(
        "/",
        exchange -> {
          boolean isRefused = isFirst.getAndSet(false);
          String text = isRefused ? "{\"detail\":\"Too fast.\",\"advice\":\"Send fewer.\"}" : "ok";
          byte[] body = text.getBytes(StandardCharsets.UTF_8);
          if (isRefused && !retryAfter.isEmpty()) {
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
          }
          exchange.sendResponseHeaders(isRefused ? firstStatus : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static void start(HttpServer server, int port) {
    try {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.start();
  }

  private static int closedPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  /** Pauses take no time here, and five seconds on the clock that the transport reads. */
  private HttpTransport transport(int port, Runnable onPause) {
    ConnectionSettings connection =
        new ConnectionSettings(
            List.of(URI.create("http://127.0.0.1:" + port)), "secret", Optional.empty());
    return new HttpTransport(
        connection,
        notices::add,
        millis -> {
          pauses.add(millis);
          nowNanos += PAUSE.toNanos();
          onPause.run();
        },
        () -> nowNanos);
  }
}
