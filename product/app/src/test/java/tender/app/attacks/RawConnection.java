package tender.app.attacks;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** A plain HTTP connection from one of this machine's loopback addresses. */
final class RawConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int MAX_LINE = 16 << 10;

  private final Socket socket;
  private final InputStream in;

  /**
   * @param from such as {@code 127.0.0.2}, so that it counts as another client's address
   */
  RawConnection(String from, int port) throws IOException {
    socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /** The head of an answer. */
  record Answer(int status, Optional<String> retryAfter) {}

  static byte[] get(String path, String token) {
    return head("GET", path, token, "");
  }

  static byte[] post(String path, String token, String body) {
    return head(
        "POST",
        path,
        token,
        "Content-Type: application/json\r\nIdempotency-Key: abuse\r\nContent-Length: %d\r\n"
            .formatted(body.length()),
        body);
  }

  private static byte[] head(String method, String path, String token, String headers) {
    return head(method, path, token, headers, "");
  }

  /** A request with other headers, each with its line end. */
  static byte[] head(String method, String path, String token, String headers, String body) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s\r\n%s"
        .formatted(method, path, token, headers, body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Whether the server has closed the connection; what it has sent is skipped. */
  boolean isClosed() {
    try {
      socket.setSoTimeout(1);
      while (in.read() >= 0) {
        // An error message before the end.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Sends a request and reads the whole answer, which must have a length. */
  Answer exchange(byte[] request) throws IOException {
    send(request);
    long[] length = new long[1];
    Answer answer = readHead(length);
    in.skipNBytes(length[0]);
    return answer;
  }

  /** Reads the head of an answer, whose body follows. */
  Answer readHead() throws IOException {
    return readHead(new long[1]);
  }

  private Answer readHead(long[] length) throws IOException {
    int status = Integer.parseInt(readLine().split(" ", 3)[1]);
    Optional<String> retryAfter = Optional.empty();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
      String value = line.substring(line.indexOf(':') + 1).strip();
      if (name.equals("content-length")) {
        length[0] = Long.parseLong(value);
      } else if (name.equals("retry-after")) {
        retryAfter = Optional.of(value);
      }
    }
    return new Answer(status, retryAfter);
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.length() > MAX_LINE) {
        throw new EOFException("The connection ended within an answer.");
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  /** Reads until the connection ends; returns the bytes. */
  long drain() throws IOException {
    socket.setSoTimeout(0);
    long bytes = 0;
    byte[] buffer = new byte[8 << 10];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      bytes += read;
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
