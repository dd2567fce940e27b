package tender.support.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Asks what listens at a port, by a request that needs no rights. */
public final class HttpProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private HttpProbe() {}

  /**
   * The body of the answer; empty if there is none.
   *
   * @param tls empty for plain HTTP
   */
  public static String get(InetSocketAddress address, String path, Optional<SSLContext> tls) {
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
    tls.ifPresent(builder::sslContext);
    String host = address.getHostString();
    URI uri =
        URI.create(
            "%s://%s:%d%s"
                .formatted(
                    tls.isPresent() ? "https" : "http",
                    host.contains(":") ? "[" + host + "]" : host,
                    address.getPort(),
                    path));
    try (HttpClient client = builder.build()) {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
