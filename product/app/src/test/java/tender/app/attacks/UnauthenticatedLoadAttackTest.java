package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import tender.app.link.RawAgent;
import tender.protocol.v1.EnrolmentGrpc;
import tender.protocol.v1.Wire;
import tender.server.MarketReplica;
import tender.server.rest.RestServer;
import tender.support.http.ConnectionLimiter;

/**
 * Attacks L14 and L12: load before authentication. A nested signing request of 8 kB exhausts the
 * stack, connections without a certificate and half-sent requests stay open, and tokens are guessed
 * quickly.
 */
@Tag("live")
@Isolated("Other tests would add log lines.")
@Execution(ExecutionMode.SAME_THREAD)
class UnauthenticatedLoadAttackTest {
  private static final int NESTED_BYTES = 8_000;
  private static final Duration BOUND = Duration.ofSeconds(25);

  /** The preface of a client, and empty settings. */
  private static final byte[] HTTP2_START =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

  /** In a field, because an unreferenced logger loses its level. */
  private static final Logger LOG = Logger.getLogger("tender.server.agents");

  @TempDir Path folder;
  private AttackMarket market;

  @BeforeEach
  void open() throws Exception {
    market = new AttackMarket(folder);
  }

  @AfterEach
  void close() {
    LOG.setLevel(Level.OFF);
    Stream.of(LOG.getHandlers()).forEach(LOG::removeHandler);
    market.close();
  }

  @Test
  void signingRequestIsNotParsedWithoutAValidToken() throws Exception {
    Collection<LogRecord> log = recordLog();
    for (int i = 0; i < 20; i++) {
      assertThat(enrol("no token", nested(NESTED_BYTES)).getCode())
          .isEqualTo(Status.Code.PERMISSION_DENIED);
    }
    assertThat(enrol("x".repeat(100_000), nested(NESTED_BYTES)).getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(log).hasSizeLessThanOrEqualTo(1).allMatch(line -> line.getThrown() == null);
  }

  @Test
  void nestedSigningRequestIsRefused() throws Exception {
    Collection<LogRecord> log = recordLog();
    String token = market.enrolmentToken("north").secret();
    assertInvalid(enrol(token, nested(NESTED_BYTES)), "the maximum is 4096");
    assertInvalid(enrol(token, nested(4_000)), "nested too deeply");
    assertInvalid(enrol(token, indefinite(4_000)), "a length is invalid");
    assertInvalid(enrol(token, new byte[] {0x30, 5, 1}), "longer than");
    assertInvalid(enrol(token, new byte[0]), "");
    assertThat(log).isEmpty();
    assertThat(market.database.agentCertificates().findByToken(token))
        .as("the token was not redeemed")
        .isPresent();
  }

  @Test
  void connectionsWithoutCertificateAreLimitedAndClosed() throws Exception {
    List<Socket> sockets = connect(market.market.agentPort(), 150, "");
    try {
      assertThat(closed(sockets, Duration.ofSeconds(5)))
          .isGreaterThanOrEqualTo(150 - ConnectionLimiter.MAX_PER_ADDRESS);
      assertThat(closed(sockets, BOUND)).isEqualTo(150);
      try (OfferingAgent north = market.provider("north")) {
        north.awaitConnected();
      }
    } finally {
      closeAll(sockets);
    }
  }

  /** They complete the TLS handshake without a certificate, and send no call. */
  @Test
  void silentTlsConnectionsAreClosed() throws Exception {
    List<Socket> silent = connectWithTls(10, new byte[0]);
    List<Socket> withoutCall = connectWithTls(10, HTTP2_START);
    try {
      assertThat(closed(silent, BOUND)).as("silent").isEqualTo(10);
      assertThat(closed(withoutCall, BOUND)).as("without a call").isEqualTo(10);
    } finally {
      closeAll(silent);
      closeAll(withoutCall);
    }
  }

  @Test
  void halfSentRequestsAreClosed() throws Exception {
    try (RestServer rest = market.rest()) {
      List<Socket> half = connect(rest.port(), 300, "GET /v1/bags HTTP/1.1\r\nHost: loc");
      List<Socket> silent = connect(rest.port(), 20, "");
      try {
        assertThat(closed(half, Duration.ofSeconds(5)))
            .isGreaterThanOrEqualTo(300 - ConnectionLimiter.MAX_PER_ADDRESS);
        assertThat(closed(half, BOUND)).isEqualTo(300);
        assertThat(closed(silent, Duration.ofSeconds(40))).isEqualTo(20);
      } finally {
        closeAll(half);
        closeAll(silent);
      }
    }
  }

  /** A client that sends a byte now and then must not keep its connection open either. */
  @Test
  void slowlySentRequestIsClosed() throws Exception {
    try (RestServer rest = market.rest();
        Socket slow = new Socket(InetAddress.getLoopbackAddress(), rest.port())) {
      slow.getOutputStream().write("GET /v1/bags HTTP/1.1\r\n".getBytes(StandardCharsets.UTF_8));
      long untilNanos = System.nanoTime() + BOUND.toNanos();
      while (!isClosed(slow, 1_000)) {
        assertThat(System.nanoTime()).isLessThan(untilNanos);
        send(slow, "a");
      }
    }
  }

  @Test
  void wrongTokensAreSlowed() throws Exception {
    try (RestServer rest = market.rest();
        HttpClient client = HttpClient.newHttpClient()) {
      String token = market.token(AttackMarket.VICTIM);
      long fromNanos = System.nanoTime();
      for (int i = 0; i < 12; i++) {
        assertThat(get(client, rest, "wrong" + i).statusCode()).isEqualTo(401);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - fromNanos))
          .isGreaterThan(Duration.ofSeconds(2));
      HttpResponse<Void> valid = get(client, rest, token);
      assertThat(valid.statusCode()).isEqualTo(200);
      assertThat(valid.headers().firstValue("Cache-Control")).contains("no-store");
    }
  }

  private static HttpResponse<Void> get(HttpClient client, RestServer rest, String token)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder()
            .uri(URI.create("http://localhost:" + rest.port() + "/v1/bags"))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  private static List<Socket> connect(int port, int count, String sent) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      send(socket, sent);
    }
    return sockets;
  }

  private List<Socket> connectWithTls(int count, byte[] sent) throws Exception {
    var authorities = KeyStore.getInstance(KeyStore.getDefaultType());
    authorities.load(null, null);
    authorities.setCertificateEntry(
        "authority", MarketReplica.authority(market.database).certificate());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(InetAddress.getLoopbackAddress(), market.market.agentPort());
      sockets.add(socket);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      socket.getOutputStream().write(sent);
    }
    return sockets;
  }

  private static void send(Socket socket, String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // The server has closed the connection, which is what the tests expect.
    }
  }

  /** How many of the connections the server closes within this time. */
  private static int closed(List<Socket> sockets, Duration within) throws IOException {
    long untilNanos = System.nanoTime() + within.toNanos();
    int closed = 0;
    for (Socket socket : sockets) {
      long leftMillis = Duration.ofNanos(untilNanos - System.nanoTime()).toMillis();
      closed += isClosed(socket, (int) Math.max(1, leftMillis / 20)) ? 1 : 0;
    }
    return closed == sockets.size() || System.nanoTime() > untilNanos
        ? closed
        : closed(sockets, Duration.ofNanos(untilNanos - System.nanoTime()));
  }

  private static boolean isClosed(Socket socket, int timeoutMillis) throws IOException {
    socket.setSoTimeout(timeoutMillis);
    try {
      while (socket.getInputStream().read() >= 0) {
        // An error message before the end.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private Status enrol(String token, byte[] request) throws IOException {
    try (RawAgent stranger =
        RawAgent.open(
            Optional.empty(),
            MarketReplica.authority(market.database).certificate(),
            market.market.agentPort())) {
      EnrolmentGrpc.newBlockingStub(stranger.channel)
          .enrol(
              Wire.EnrolRequest.newBuilder()
                  .setToken(token)
                  .setCertificateSigningRequest(ByteString.copyFrom(request))
                  .build());
      return Status.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  private static void assertInvalid(Status status, String reason) {
    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains(reason);
  }

  /** Sequences within sequences, each with a length of two bytes. */
  private static byte[] nested(int bytes) {
    byte[] nested = new byte[bytes / 4 * 4];
    for (int at = 0; at < nested.length; at += 4) {
      int length = nested.length - at - 4;
      nested[at] = 0x30;
      nested[at + 1] = (byte) 0x82;
      nested[at + 2] = (byte) (length >> 8);
      nested[at + 3] = (byte) length;
    }
    return nested;
  }

  /** Sequences of indefinite length within each other. */
  private static byte[] indefinite(int bytes) {
    byte[] nested = new byte[bytes];
    for (int at = 0; at < bytes; at += 2) {
      nested[at] = 0x30;
      nested[at + 1] = (byte) 0x80;
    }
    return nested;
  }

  /** The warnings and errors that the agents' endpoint logs from now on. */
  private static Collection<LogRecord> recordLog() {
    var records = new ConcurrentLinkedQueue<LogRecord>();
    LOG.setLevel(Level.WARNING);
    LOG.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            records.add(line);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    return records;
  }
}
