package tender.server.notifications;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import tender.support.text.ErrorMessages;

/**
 * Sends requests to addresses that users have named. It connects to the addresses that the policy
 * has checked, verifies the certificate for the name, follows no redirect, and reads little of the
 * answer in bounded time. The HTTP clients of the JDK resolve a name themselves, so this one speaks
 * HTTP/1.1 on its own: one request on one connection.
 */
final class WebhookClient implements AutoCloseable {
  private static final int MAX_ANSWER_BYTES = 16 << 10;
  private static final int BUFFER_BYTES = 1 << 10;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([2-5]\\d\\d)\\b.*");

  private final NetworkPolicy policy;
  private final SSLSocketFactory tls;
  private final Duration timeout;
  private final ScheduledExecutorService limits =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("tender-webhook-limits").daemon().factory());

  /**
   * @param timeout of a whole request
   */
  WebhookClient(NetworkPolicy policy, SSLSocketFactory tls, Duration timeout) {
    this.policy = policy;
    this.tls = tls;
    this.timeout = timeout;
  }

  /** Sends a request; returns if the answer is a success. */
  void post(String address, Map<String, String> headers, String body) throws DeliveryException {
    long endNanos = System.nanoTime() + timeout.toNanos();
    URI url = policy.parse(address);
    List<InetAddress> addresses = policy.resolve(url);
    try (Socket socket = new Socket()) {
      Future<?> limit =
          limits.schedule(() -> close(socket), endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      try {
        socket.setSoTimeout((int) timeout.toMillis());
        connect(socket, addresses, NetworkPolicy.port(url));
        Socket secured = NetworkPolicy.isEncrypted(url) ? encrypted(socket, url) : socket;
        OutputStream out = secured.getOutputStream();
        out.write(request(url, headers, body));
        out.flush();
        requireSuccess(answer(secured.getInputStream()));
      } finally {
        limit.cancel(false);
      }
    } catch (IOException e) {
      throw new DeliveryException(
          "%s does not answer: %s".formatted(url.getHost(), ErrorMessages.describe(e)), e);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed in any case.
    }
  }

  private void connect(Socket socket, List<InetAddress> addresses, int port) throws IOException {
    // One attempt in a connection; a later attempt may resolve another address.
    socket.connect(
        new InetSocketAddress(addresses.getFirst(), port), (int) (timeout.toMillis() / 2));
  }

  private SSLSocket encrypted(Socket socket, URI url) throws IOException {
    SSLSocket secured =
        (SSLSocket) tls.createSocket(socket, url.getHost(), NetworkPolicy.port(url), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (isName(url.getHost())) {
      parameters.setServerNames(List.of(new SNIHostName(url.getHost())));
    }
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static boolean isName(String host) {
    return !host.startsWith("[") && !host.matches("[0-9.]+");
  }

  private static byte[] request(URI url, Map<String, String> headers, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(path).append(query).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(url.getHost());
    head.append(url.getPort() >= 0 ? ":" + url.getPort() : "").append("\r\n");
    head.append("Content-Type: application/json\r\n");
    head.append("Content-Length: ").append(content.length).append("\r\n");
    head.append("User-Agent: tender\r\nConnection: close\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("\r\n");
    byte[] start = head.toString().getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[start.length + content.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  /** The first line of the answer, of which the head is read; the connection may end in any way. */
  private static String answer(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      while (text.length() < MAX_ANSWER_BYTES && text.indexOf("\r\n\r\n") < 0) {
        int read = in.read(buffer);
        if (read < 0) {
          break;
        }
        text.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      if (text.isEmpty()) {
        throw e;
      }
    }
    if (text.isEmpty()) {
      throw new IOException("it closed the connection without an answer");
    }
    int end = text.indexOf("\n");
    return (end < 0 ? text.toString() : text.substring(0, end)).strip();
  }

  /** What the receiver has written is not repeated: it could be a secret of another one. */
  private static void requireSuccess(String line) throws DeliveryException {
    Matcher matcher = STATUS_LINE.matcher(line);
    if (!matcher.matches()) {
      throw new DeliveryException("the answer is not HTTP/1.1");
    }
    int status = Integer.parseInt(matcher.group(1));
    if (status < 300) {
      return;
    }
    String message = "the answer is the status " + status + "; it must be from 200 to 299";
    boolean isOfMessage = status < 500 && status != REQUEST_TIMEOUT && status != TOO_MANY_REQUESTS;
    throw isOfMessage ? DeliveryException.rejected(message) : new DeliveryException(message);
  }

  @Override
  public void close() {
    limits.shutdownNow();
  }
}
