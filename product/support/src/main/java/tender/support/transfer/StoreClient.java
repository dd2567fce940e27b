package tender.support.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Requests to an object store by presigned URLs. Thread-safe. */
public final class StoreClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration MIN_TIMEOUT = Duration.ofMinutes(2);

  /** A part may take longer if it is at least this fast. */
  private static final long SLOWEST_BYTES_PER_SECOND = 64 << 10;

  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;

  private final HttpClient http;

  /**
   * @param trust the certificates of stores that are trusted; those that Java trusts, if it is
   *     empty
   */
  public StoreClient(Optional<SSLContext> trust) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER);
    trust.ifPresent(builder::sslContext);
    http = builder.build();
  }

  /** Sends a part of a file; returns its tag. */
  String putPart(URI url, FileChannel file, long fromByte, long bytes, TransferListener listener)
      throws IOException, InterruptedException {
    FilePart part = new FilePart(file, fromByte, bytes, listener);
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(MIN_TIMEOUT.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND))
            .PUT(BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(part::open), bytes))
            .build();
    boolean isSent = false;
    try {
      HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        body.skip(Long.MAX_VALUE);
      }
      if (response.statusCode() != OK) {
        throw new StoreRefusedException("a part", response.statusCode());
      }
      String tag =
          response
              .headers()
              .firstValue("ETag")
              .orElseThrow(() -> new IOException("the object store returned no tag"));
      isSent = true;
      return tag;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      if (!isSent) {
        part.reset();
      }
    }
  }

  /**
   * The content of an object from this byte on; the caller closes it.
   *
   * @throws StoreConnectionException if there is no answer
   */
  InputStream get(URI url, long fromByte) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(MIN_TIMEOUT);
    if (fromByte > 0) {
      request.header("Range", "bytes=" + fromByte + "-");
    }
    HttpResponse<InputStream> response;
    try {
      response = http.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new StoreConnectionException(e);
    }
    if (response.statusCode() != (fromByte > 0 ? PARTIAL_CONTENT : OK)) {
      response.body().close();
      throw new StoreRefusedException("a download", response.statusCode());
    }
    return new WatchedStream(response.body());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
