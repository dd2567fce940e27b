package tender.support.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/** Requests to an object store by presigned URLs. Thread-safe. */
public final class StoreClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration MIN_TIMEOUT = Duration.ofMinutes(2);

  /** A download in which nothing arrives for this long is continued by another request. */
  private static final Duration MAX_SILENCE = Duration.ofMinutes(1);

  /** A part may take longer if it is at least this fast. */
  private static final long SLOWEST_BYTES_PER_SECOND = 64 << 10;

  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;

  private final HttpClient http;
  private final Optional<SSLContext> trust;

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
    this.trust = trust;
    http = builder.build();
  }

  /** Sends a part of a file; returns its tag. */
  String putPart(URI url, FileChannel file, long fromByte, long bytes, TransferListener listener)
      throws IOException, InterruptedException {
    FilePart part = new FilePart(file, fromByte, bytes, listener);
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(MIN_TIMEOUT.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND))
            .PUT(BodyPublishers.fromPublisher(part, bytes))
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
   * The content of an object from this byte on; the caller closes it. Its reader waits for the
   * store for a minute at most, and also ends if a virtual thread is interrupted.
   *
   * @throws StoreConnectionException if there is no answer
   */
  InputStream get(URI url, long fromByte) throws IOException {
    HttpURLConnection request = open(url);
    if (fromByte > 0) {
      request.setRequestProperty("Range", "bytes=" + fromByte + "-");
    }
    try {
      int status = request.getResponseCode();
      if (status == (fromByte > 0 ? PARTIAL_CONTENT : OK)) {
        return request.getInputStream();
      }
      request.disconnect();
      throw new StoreRefusedException("a download", status);
    } catch (StoreRefusedException e) {
      throw e;
    } catch (IOException e) {
      request.disconnect();
      throw new StoreConnectionException(e);
    }
  }

  /**
   * For downloads, which {@link HttpClient} passes through several threads and buffers of 16 KiB:
   * it takes twice the processor time.
   */
  private HttpURLConnection open(URI url) throws IOException {
    HttpURLConnection request = (HttpURLConnection) url.toURL().openConnection();
    if (request instanceof HttpsURLConnection tls && trust.isPresent()) {
      tls.setSSLSocketFactory(trust.get().getSocketFactory());
    }
    request.setConnectTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
    request.setReadTimeout(Math.toIntExact(MAX_SILENCE.toMillis()));
    request.setInstanceFollowRedirects(false);
    request.setUseCaches(false);
    return request;
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
