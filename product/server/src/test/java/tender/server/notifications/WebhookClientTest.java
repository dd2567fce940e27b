package tender.server.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WebhookClientTest {
  private static final Duration TIMEOUT = Duration.ofMillis(800);
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(20);
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final NetworkPolicy LOOPBACK =
      new NetworkPolicy(List.of(AddressRange.parse("127.0.0.0/8")));

  @TempDir private Path folder;

  private static void post(NetworkPolicy policy, SSLSocketFactory tls, Duration timeout, String url)
      throws DeliveryException {
    try (WebhookClient client = new WebhookClient(policy, tls, timeout)) {
      client.post(url, Map.of("webhook-id", "evt_1"), "{}");
    }
  }

  private static void post(NetworkPolicy policy, SSLSocketFactory tls, String url)
      throws DeliveryException {
    post(policy, tls, LONG_TIMEOUT, url);
  }

  private static void post(String url) throws DeliveryException {
    post(LOOPBACK, (SSLSocketFactory) SSLSocketFactory.getDefault(), LONG_TIMEOUT, url);
  }

  private static void postInTime(String url) throws DeliveryException {
    post(LOOPBACK, (SSLSocketFactory) SSLSocketFactory.getDefault(), TIMEOUT, url);
  }

  /** Answers each connection with these bytes, or with bytes without end. */
  private static final class RawServer implements AutoCloseable {
    private final ServerSocket socket;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    RawServer(String answer, boolean isEndless) throws IOException {
      socket = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
      Thread.ofVirtual()
          .start(
              () -> {
                while (!socket.isClosed()) {
                  try (Socket connection = socket.accept()) {
                    requests.add(request(connection.getInputStream()));
                    OutputStream out = connection.getOutputStream();
                    do {
                      out.write(answer.getBytes(StandardCharsets.US_ASCII));
                    } while (isEndless);
                  } catch (IOException e) {
                    // The client has closed the connection, or the test has ended.
                  }
                }
              });
    }

    /** The head, and a body of two bytes. */
    private static String request(InputStream in) throws IOException {
      StringBuilder text = new StringBuilder();
      while (!text.toString().contains("\r\n\r\n{}")) {
        int next = in.read();
        if (next < 0) {
          break;
        }
        text.append((char) next);
      }
      return text.toString();
    }

    String url() {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/a?b=c";
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  void requestIsComplete() throws Exception {
    try (RawServer server = new RawServer("HTTP/1.1 204 No Content\r\n\r\n", false)) {
      post(server.url());
      assertThat(server.requests).hasSize(1);
      assertThat(server.requests.getFirst())
          .startsWith("POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:")
          .contains(
              "Content-Type: application/json\r\n",
              "Content-Length: 2\r\n",
              "webhook-id: evt_1\r\n",
              "Connection: close\r\n");
    }
  }

  @Test
  void redirectIsNotFollowed() throws Exception {
    try (RawServer target = new RawServer("HTTP/1.1 200 OK\r\n\r\n", false);
        RawServer server =
            new RawServer(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: " + target.url() + "\r\n\r\n",
                false)) {
      assertThatThrownBy(() -> post(server.url())).hasMessageContaining("307");
      assertThat(target.requests).isEmpty();
    }
  }

  @Test
  void answersOtherThanASuccessAreFailures() throws Exception {
    for (String answer :
        List.of(
            "HTTP/1.1 500 Error\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "SSH-2.0-OpenSSH_9.2\r\n",
            "")) {
      try (RawServer server = new RawServer(answer, false)) {
        assertThatThrownBy(() -> post(server.url()))
            .as(answer)
            .isInstanceOf(DeliveryException.class)
            .message()
            .as("what the receiver has written is not shown")
            .doesNotContain("OpenSSH");
      }
    }
  }

  @Test
  void answerWithoutEndIsBounded() throws Exception {
    try (RawServer server = new RawServer("x", true)) {
      assertThatThrownBy(() -> post(server.url())).isInstanceOf(DeliveryException.class);
    }
    try (RawServer server = new RawServer("HTTP/1.1 200 OK\r\nX: y\r\n", true)) {
      post(server.url());
    }
  }

  @Test
  void receiverThatDoesNotAnswerOrSendsByteByByteIsLeft() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"))) {
      long beganNanos = System.nanoTime();
      assertThatThrownBy(() -> postInTime("http://127.0.0.1:" + silent.getLocalPort() + "/"))
          .isInstanceOf(DeliveryException.class);
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket connection = silent.accept()) {
                  while (true) {
                    connection.getOutputStream().write('H');
                    Thread.sleep(50);
                  }
                } catch (IOException | InterruptedException e) {
                  // The client has closed the connection.
                }
              });
      assertThatThrownBy(() -> postInTime("http://127.0.0.1:" + silent.getLocalPort() + "/"))
          .isInstanceOf(DeliveryException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - beganNanos)).isLessThan(LONG_TIMEOUT);
    }
  }

  /** The name has another address the next time, as a server of names can arrange it. */
  @Test
  void nameIsResolvedOnce() throws Exception {
    AtomicInteger resolved = new AtomicInteger();
    InetAddress checked = InetAddress.ofLiteral("127.0.0.2");
    InetAddress other = InetAddress.ofLiteral("127.0.0.1");
    NetworkPolicy policy =
        new NetworkPolicy(
            List.of(AddressRange.parse("127.0.0.2/32")),
            host -> new InetAddress[] {resolved.getAndIncrement() == 0 ? checked : other});
    try (RawServer forbidden = new RawServer("HTTP/1.1 200 OK\r\n\r\n", false)) {
      String url = forbidden.url().replace("127.0.0.1", "rebinding.example.org");
      assertThatThrownBy(() -> post(policy, (SSLSocketFactory) SSLSocketFactory.getDefault(), url))
          .hasMessageContaining("does not answer");
      assertThat(resolved).hasValue(1);
      assertThatThrownBy(() -> post(policy, (SSLSocketFactory) SSLSocketFactory.getDefault(), url))
          .hasMessageContaining("not public");
      assertThat(forbidden.requests).isEmpty();
    }
  }

  @Test
  void nameWithOneForbiddenAddressIsRefused() throws Exception {
    NetworkPolicy policy =
        new NetworkPolicy(
            List.of(),
            host ->
                new InetAddress[] {
                  InetAddress.ofLiteral("93.184.216.34"), InetAddress.ofLiteral("10.0.0.1")
                });
    assertThatThrownBy(() -> policy.resolve(policy.parse("https://mixed.example.org/")))
        .hasMessageContaining("10.0.0.1");
  }

  @Test
  void certificateMustBeTrustedAndOfTheName() throws Exception {
    KeyStore store = identity();
    HttpServer server = https(store);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      String url = "https://hook.example.org:" + server.getAddress().getPort() + "/";
      NetworkPolicy policy =
          new NetworkPolicy(
              List.of(AddressRange.parse("127.0.0.1/32")),
              host -> new InetAddress[] {InetAddress.ofLiteral("127.0.0.1")});
      SSLSocketFactory trusting = trusting(store).getSocketFactory();
      post(policy, trusting, url);
      assertThatThrownBy(() -> post(policy, (SSLSocketFactory) SSLSocketFactory.getDefault(), url))
          .isInstanceOf(DeliveryException.class);
      assertThatThrownBy(() -> post(policy, trusting, url.replace("hook.example", "other.example")))
          .isInstanceOf(DeliveryException.class);
    } finally {
      server.stop(0);
    }
  }

  private static HttpsServer https(KeyStore store) throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 10);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }

  private static SSLContext trusting(KeyStore store) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store.getCertificate("server"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** A key with a self-signed certificate. */
  private KeyStore identity() throws Exception {
    Path file = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hook.example.org",
                "-ext",
                "san=dns:hook.example.org")
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }
}
