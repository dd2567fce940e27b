package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Sends HTTP responses. */
public final class HttpResponses {
  /** For answers with a user's data, which no cache may keep. */
  public static final String NO_STORE = "no-store";

  private static final String JSON = "application/json";

  private HttpResponses() {}

  public static void json(ServerResponse response, Object body) {
    response.header(HeaderNames.CONTENT_TYPE, JSON);
    response.header(HeaderNames.CACHE_CONTROL, NO_STORE);
    response.send(ResponseJson.write(body));
  }

  /**
   * A response body as a stream. The response starts with the first byte written; until then a
   * problem can be sent instead. Close the stream only after a complete body, never after a
   * failure: the client recognises an unclosed stream as truncated.
   */
  public static OutputStream stream(ServerResponse response, String contentType) {
    return new LazyOutputStream(response, contentType);
  }

  private static final class LazyOutputStream extends OutputStream {
    private final ServerResponse response;
    private final String contentType;
    private @Nullable OutputStream sink;

    LazyOutputStream(ServerResponse response, String contentType) {
      this.response = response;
      this.contentType = contentType;
    }

    private OutputStream sink() {
      if (sink == null) {
        response.header(HeaderNames.CONTENT_TYPE, contentType);
        response.header(HeaderNames.CACHE_CONTROL, NO_STORE);
        sink = response.outputStream();
      }
      return sink;
    }

    @Override
    public void write(int single) {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (length > 0) {
        send(() -> sink().write(bytes, offset, length));
      }
    }

    @Override
    public void flush() {
      if (sink != null) {
        send(sink::flush);
      }
    }

    @Override
    public void close() {
      send(() -> sink().close());
    }

    /** Ends the request quietly on a failure: no response is possible, the server did not fail. */
    private static void send(Action action) {
      try {
        action.run();
      } catch (IOException | UncheckedIOException e) {
        throw new CloseConnectionException("The client disconnected.", e);
      }
    }

    private interface Action {
      void run() throws IOException;
    }
  }
}
