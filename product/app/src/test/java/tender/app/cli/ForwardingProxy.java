package tender.app.cli;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** Forwards requests to a server, as a proxy does. */
final class ForwardingProxy implements AutoCloseable {
  private static final List<String> FORWARDED_HEADERS =
      List.of("Authorization", "Idempotency-Key", "Content-Type");

  private final HttpClient http = HttpClient.newHttpClient();
  private final String to;

  ForwardingProxy(String to) {
    this.to = to;
  }

  HttpResponse<byte[]> forward(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(to + exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    for (String name : FORWARDED_HEADERS) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    try {
      return http.send(request.build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
