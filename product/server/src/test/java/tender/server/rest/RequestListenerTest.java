package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.Money;
import tender.server.api.InMemoryAccessTokens;
import tender.server.api.InMemoryBagApi;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryNotifications;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.api.view.BagView;
import tender.server.model.Access;
import tender.server.model.UserQuotas;
import tender.support.http.HttpListenerConfig;

/** The listener gets routes instead of paths, whose number is unlimited. */
@Timeout(30)
class RequestListenerTest {
  private static final String TRACE_PARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final InMemoryBagApi api = new InMemoryBagApi(RestFixture.NOW_MILLIS);
  private final RestServer server =
      new RestServer(
          new HttpListenerConfig("127.0.0.1", 0, Optional.empty()),
          api,
          new InMemoryBagDetailApi(api),
          new InMemoryAccessTokens(Map.of()),
          new InMemoryProjects(),
          new InMemoryNotifications(),
          Optional.empty(),
          Optional.empty(),
          new InMemoryOperator().api(),
          token -> Optional.of(Access.unlimited(RestFixture.ANN)),
          UserQuotas.DEFAULT,
          _ -> {},
          new RequestListener() {
            @Override
            public void requestAnswered(String method, String route, int status, long nanos) {
              events.add(method + " " + route + " " + status);
            }

            @Override
            public void bagSubmitted(BagView bag, long nanos, Optional<String> traceParent) {
              events.add("submitted, " + bag.tasks() + " tasks, " + traceParent.orElse("no trace"));
            }
          });

  @BeforeEach
  void start() {
    api.quote(RestFixture.NOW_MILLIS + 3_600_000, new Money(12_500));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String path, HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          request
              .uri(URI.create("http://127.0.0.1:" + server.port() + path))
              .header("Authorization", "Bearer secret")
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void submissionIsReportedWithTheTraceOfItsClient() throws Exception {
    send(
        "/v1/bags",
        HttpRequest.newBuilder()
            .header("Idempotency-Key", "one")
            .header("traceparent", TRACE_PARENT)
            .POST(HttpRequest.BodyPublishers.ofString("{\"work\": " + RestFixture.WORK + "}")));
    assertThat(events.take()).isEqualTo("submitted, 4 tasks, " + TRACE_PARENT);
    assertThat(events.take()).isEqualTo("POST /v1/bags 201");
  }

  @Test
  void pathsAreReportedAsRoutes() throws Exception {
    send("/v1/bags/there-is-none", HttpRequest.newBuilder());
    assertThat(events.take()).isEqualTo("GET /v1/bags/{id} 404");
    send("/nothing/of/the/kind", HttpRequest.newBuilder());
    assertThat(events.take()).isEqualTo("GET none 404");
    send("/v1/bags", HttpRequest.newBuilder().DELETE());
    assertThat(events.take()).isEqualTo("DELETE none 404");
  }
}
