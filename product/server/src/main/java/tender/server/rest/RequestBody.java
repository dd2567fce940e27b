package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import tender.support.http.ProblemException;

/**
 * The body of a request, of which nothing is believed: no more bytes than were allowed, and no more
 * time. A client that sends a byte now and then is cut off.
 */
final class RequestBody extends InputStream {
  private static final Duration LONGEST_JSON = Duration.ofSeconds(60);

  private final InputStream content;
  private final long untilNanos;
  private long leftBytes;
  private final long mostBytes;

  private RequestBody(InputStream content, long mostBytes, Duration upTo) {
    this.content = content;
    this.mostBytes = mostBytes;
    leftBytes = mostBytes;
    untilNanos = System.nanoTime() + upTo.toNanos();
  }

  /** A body that is read bit by bit. */
  static RequestBody of(ServerRequest request, long mostBytes, Duration upTo) {
    long announcedBytes = contentLength(request);
    if (announcedBytes > mostBytes) {
      throw tooLarge(announcedBytes + " bytes", mostBytes);
    }
    InputStream content =
        request.content().hasEntity()
            ? request.content().inputStream()
            : InputStream.nullInputStream();
    return new RequestBody(content, mostBytes, upTo);
  }

  /** A body that is JSON. */
  static <T> T json(ServerRequest request, long mostBytes, Class<T> type) {
    try (RequestBody body = of(request, mostBytes, LONGEST_JSON)) {
      return RestJsonReader.read(body.readAllBytes(), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many bytes the client says will follow; -1 if it does not. */
  static long contentLength(ServerRequest request) {
    try {
      return request.headers().first(HeaderNames.CONTENT_LENGTH).map(Long::parseLong).orElse(-1L);
    } catch (NumberFormatException e) {
      throw ProblemException.badRequest(
          "The header Content-Length is no number.", "Send how many bytes the body has.");
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (System.nanoTime() - untilNanos > 0) {
      throw ProblemException.requestTimeout("The body took too long to arrive.");
    }
    int read = readSome(bytes, offset, length);
    if (read > 0) {
      leftBytes -= read;
      if (leftBytes < 0) {
        throw tooLarge("more than " + mostBytes + " bytes", mostBytes);
      }
    }
    return read;
  }

  private int readSome(byte[] bytes, int offset, int length) throws IOException {
    try {
      return content.read(bytes, offset, length);
    } catch (SocketTimeoutException e) {
      throw ProblemException.requestTimeout("The body stopped arriving.");
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof SocketTimeoutException) {
        throw ProblemException.requestTimeout("The body stopped arriving.");
      }
      throw e;
    }
  }

  private static ProblemException tooLarge(String given, long mostBytes) {
    return ProblemException.tooLarge(
        "The body has " + given + ", and at most " + mostBytes + " are taken here.",
        "Send less, in several requests if need be.");
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
