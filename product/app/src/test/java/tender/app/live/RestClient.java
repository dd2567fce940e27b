package tender.app.live;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A user's REST client, which tries another replica when one does not answer. */
final class RestClient {
  /** A killed server starts for half a minute where many programs share its processors. */
  private static final int TRIES = 240;

  private static final long PAUSE_MILLIS = 500;
  private static final int UNAVAILABLE = 503;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();
  private final List<Integer> ports;
  private final String token;

  RestClient(List<Integer> ports, String token) {
    this.ports = new ArrayList<>(ports);
    this.token = token;
  }

  JsonNode get(String path) throws InterruptedException {
    return json(send(path, HttpRequest.newBuilder().GET()));
  }

  String text(String path) throws InterruptedException {
    return send(path, HttpRequest.newBuilder().GET()).body();
  }

  /** Posts a request, retrying as needed: the key makes it idempotent. */
  JsonNode post(String path, String key, Map<String, ?> body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)));
    return json(send(path, request));
  }

  private static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  private HttpResponse<String> send(String path, HttpRequest.Builder request)
      throws InterruptedException {
    String last = "";
    for (int tried = 0; tried < TRIES; tried++) {
      int port = ports.getFirst();
      try {
        HttpResponse<String> response =
            http.send(
                request
                    .copy()
                    .uri(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(Duration.ofSeconds(10))
                    .header("Authorization", "Bearer " + token)
                    .build(),
                BodyHandlers.ofString());
        if (response.statusCode() < 300) {
          return response;
        }
        last = response.statusCode() + ": " + response.body();
        if (response.statusCode() != UNAVAILABLE) {
          throw new AssertionError(path + " failed: " + last);
        }
      } catch (IOException e) {
        last = "port " + port + ": " + e;
        Collections.rotate(ports, 1);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw new AssertionError(path + " was not answered: " + last);
  }
}
