package tender.server.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A minimal REST client for tests. */
record RestTestClient(HttpClient http, String address, Optional<String> token) {
  private static final JsonMapper MAPPER = new JsonMapper();

  static RestTestClient of(RestServer server, String token) {
    return new RestTestClient(
        HttpClient.newHttpClient(), "http://127.0.0.1:" + server.port(), Optional.of(token));
  }

  RestTestClient anonymous() {
    return new RestTestClient(http, address, Optional.empty());
  }

  /** The response. */
  record Reply(HttpResponse<byte[]> response) {
    int status() {
      return response.statusCode();
    }

    String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    JsonNode json() {
      return MAPPER.readTree(response.body());
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    token.ifPresent(bearer -> request.header("Authorization", "Bearer " + bearer));
    return request;
  }

  Reply send(HttpRequest.Builder request) {
    try {
      return new Reply(http.send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Reply get(String path) {
    return send(request(path));
  }

  Reply post(String path, String json) {
    return send(request(path).POST(BodyPublishers.ofString(json)));
  }

  Reply post(String path, String key, String json) {
    return send(request(path).header("Idempotency-Key", key).POST(BodyPublishers.ofString(json)));
  }

  Reply put(String path, byte[] content) {
    return send(request(path).PUT(BodyPublishers.ofByteArray(content)));
  }
}
