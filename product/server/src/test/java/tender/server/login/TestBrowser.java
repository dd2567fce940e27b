package tender.server.login;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A browser of one person: keeps cookies, and follows no redirect unless it is asked to. */
final class TestBrowser implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  final Map<String, String> cookies = new HashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String market;

  TestBrowser(String market) {
    this.market = market;
  }

  /** An answer. */
  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String location() {
      return response.headers().firstValue("Location").orElse("");
    }

    JsonNode json() {
      return JSON.readTree(response.body());
    }
  }

  Answer get(String path) {
    return send(request(path));
  }

  /** As a page of this origin does. */
  Answer post(String path, String json, String origin) {
    return send(request(path).header("Origin", origin).POST(BodyPublishers.ofString(json)));
  }

  /** A request with the cookies, if it is of the market. */
  HttpRequest.Builder request(String pathOrUrl) {
    boolean isOwn = pathOrUrl.startsWith("/") || pathOrUrl.startsWith(market);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create(pathOrUrl.startsWith("/") ? market + pathOrUrl : pathOrUrl));
    if (isOwn && !cookies.isEmpty()) {
      request.header(
          "Cookie",
          cookies.entrySet().stream()
              .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
              .collect(Collectors.joining("; ")));
    }
    return request;
  }

  Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      response.headers().allValues("Set-Cookie").forEach(this::keep);
      return new Answer(response);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void keep(String header) {
    String cookie = header.substring(0, header.indexOf(';'));
    String name = cookie.substring(0, cookie.indexOf('='));
    if (header.contains("Max-Age=0;")) {
      cookies.remove(name);
    } else {
      cookies.put(name, cookie.substring(cookie.indexOf('=') + 1));
    }
  }

  /** Starts a login, goes through the identity provider, and returns the URL of the callback. */
  String callback(String start) {
    return get(get(start).location()).location();
  }

  Answer logIn() {
    return get(callback("/v1/login"));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
