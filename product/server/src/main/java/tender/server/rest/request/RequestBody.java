package tender.server.rest.request;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import tender.support.http.ProblemException;

/**
 * The body of a request, limited in size and in time, so that a client that sends a byte now and
 * then is disconnected.
 */
public final class RequestBody extends InputStream {
  private static final Duration MAX_JSON_DURATION = Duration.ofSeconds(60);

  private final InputStream content;
  private final long untilNanos;
  private long leftBytes;
  private final long maxBytes;

  private RequestBody(InputStream content, long maxBytes, Duration timeout) {
    this.content = content;
    this.maxBytes = maxBytes;
    leftBytes = maxBytes;
    untilNanos = System.nanoTime() + timeout.toNanos();
  }

  /** A body to read as a stream. */
  public static RequestBody of(ServerRequest request, long maxBytes, Duration timeout) {
    long contentLength = contentLength(request);
    if (contentLength > maxBytes) {
      throw tooLarge(contentLength + " bytes", maxBytes);
    }
    InputStream content =
        request.content().hasEntity()
            ? request.content().inputStream()
            : InputStream.nullInputStream();
    return new RequestBody(content, maxBytes, timeout);
  }

  /** Reads a JSON body; a large one is limited to the share of its user. */
  public static <T> T json(ServerRequest request, long maxBytes, Class<T> type) {
    try (RequestBody body = of(request, maxBytes, MAX_JSON_DURATION)) {
      LargeRequests.reserve(request, contentLength(request), maxBytes);
      byte[] json = body.readAllBytes();
      LargeRequests.awaitProcessor(request);
      return RestJsonReader.read(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The header Content-Length; -1 if it is missing. */
  public static long contentLength(ServerRequest request) {
    try {
      return request.headers().first(HeaderNames.CONTENT_LENGTH).map(Long::parseLong).orElse(-1L);
    } catch (NumberFormatException e) {
      throw ProblemException.badRequest(
          "The header Content-Length is not a number.", "Send the size of the body in bytes.");
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
        throw tooLarge("more than " + maxBytes + " bytes", maxBytes);
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

  private static ProblemException tooLarge(String size, long maxBytes) {
    return ProblemException.tooLarge(
        "The body has " + size + "; at most " + maxBytes + " bytes are allowed.",
        "Send less in one request. Split a large input file, or let the tasks download it.");
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
