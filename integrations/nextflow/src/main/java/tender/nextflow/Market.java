package tender.nextflow;

import groovy.json.JsonOutput;
import groovy.json.JsonSlurper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** The REST interface of a market. */
final class Market {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int OK = 300;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final String[] servers;
  private final String token;
  private int server;

  /** The server answered that it will not do what was asked. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;

    RefusedException(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  Market(String addresses, String token) {
    this.servers = addresses.split("\\s*,\\s*");
    this.token = token;
  }

  Map<String, Object> get(String path) throws IOException, InterruptedException, RefusedException {
    return send(HttpRequest.newBuilder().GET(), path);
  }

  Map<String, Object> post(String path, Map<String, Object> body, String key)
      throws IOException, InterruptedException, RefusedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JsonOutput.toJson(body)));
    return send(key.isEmpty() ? request : request.header("Idempotency-Key", key), path);
  }

  /** One attempt at the server that answered last; the broker tries again. */
  @SuppressWarnings("unchecked")
  private Map<String, Object> send(HttpRequest.Builder request, String path)
      throws IOException, InterruptedException, RefusedException {
    String address = servers[server % servers.length].replaceFirst("/+$", "");
    HttpResponse<String> answer;
    try {
      answer =
          client.send(
              request
                  .uri(URI.create(address + path))
                  .timeout(TIMEOUT)
                  .header("Authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      server++;
      throw new IOException("No answer from " + address + ": " + e, e);
    }
    int status = answer.statusCode();
    if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS) {
      server++;
      throw new IOException(address + " answered with status " + status);
    }
    Map<String, Object> json;
    try {
      json = (Map<String, Object>) new JsonSlurper().parseText(answer.body());
    } catch (RuntimeException e) {
      // Such as the page of a proxy.
      throw new IOException(address + " answered with status " + status + " and no JSON", e);
    }
    if (status >= OK) {
      throw new RefusedException(status, json.get("detail") + " " + json.get("advice"));
    }
    return json;
  }
}
