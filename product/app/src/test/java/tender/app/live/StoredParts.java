package tender.app.live;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import tender.testbed.Testbed;

/**
 * The parts of objects in Swift, of complete ones and of others. Swift stores each part as an
 * object in a container beside the bucket, which the S3 interface does not show.
 */
final class StoredParts {
  private static final int MAX_LISTED = 10_000;
  private static final int NOT_FOUND = 404;

  private StoredParts() {}

  /** The names of the objects to which the parts belong. */
  static List<String> list(Testbed.ObjectStore store, String bucket)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> account =
          http.send(
              HttpRequest.newBuilder(URI.create(store.endpoint()).resolve("/auth/v1.0"))
                  .header("X-Auth-User", store.accessKey())
                  .header("X-Auth-Key", store.secretKey())
                  .build(),
              BodyHandlers.ofString());
      String container = header(account, "X-Storage-Url") + "/" + bucket + "%2Bsegments";
      HttpResponse<String> listed =
          http.send(
              HttpRequest.newBuilder(URI.create(container))
                  .header("X-Auth-Token", header(account, "X-Auth-Token"))
                  .build(),
              BodyHandlers.ofString());
      List<String> parts = listed.body().lines().toList();
      if (listed.statusCode() == NOT_FOUND) {
        return List.of();
      }
      if (listed.statusCode() >= 300 || parts.size() == MAX_LISTED) {
        throw new IOException(
            "Cannot list %s: status %d, %d parts."
                .formatted(container, listed.statusCode(), parts.size()));
      }
      // Such as OBJECT/UPLOAD/1.
      return parts.stream().map(part -> part.substring(0, part.indexOf('/'))).distinct().toList();
    }
  }

  private static String header(HttpResponse<String> response, String name) throws IOException {
    return response
        .headers()
        .firstValue(name)
        .orElseThrow(() -> new IOException("The store answers without " + name + ": " + response));
  }
}
