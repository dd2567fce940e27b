package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.DeliveriesResponse;
import tender.cli.client.response.NotificationsResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The notifications of a user, at the server. */
public final class NotificationClient {
  private static final String PATH = "/v1/notifications";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final JsonMapper MAPPER = new JsonMapper();

  private final HttpTransport transport;

  NotificationClient(HttpTransport transport) {
    this.transport = transport;
  }

  private record NewChannel(
      String name, @Nullable String url, @Nullable String email, @Nullable List<String> events) {}

  private record Code(String code) {}

  /**
   * Adds a webhook.
   *
   * @param events all if there are none
   */
  public NotificationsResponse.Added addWebhook(String name, String url, List<String> events) {
    return add(new NewChannel(name, url, null, orAll(events)));
  }

  /**
   * Adds an e-mail address.
   *
   * @param events all if there are none
   */
  public NotificationsResponse.Added addEmail(String name, String address, List<String> events) {
    return add(new NewChannel(name, null, address, orAll(events)));
  }

  private static @Nullable List<String> orAll(List<String> events) {
    return events.isEmpty() ? null : events;
  }

  private NotificationsResponse.Added add(NewChannel channel) {
    return read(send(PATH, post(channel)), NotificationsResponse.Added.class);
  }

  public NotificationsResponse list() {
    return read(send(PATH, request -> request), NotificationsResponse.class);
  }

  public DeliveriesResponse deliveries(String name) {
    return read(send(path(name) + "/deliveries", request -> request), DeliveriesResponse.class);
  }

  /** Confirms an address by the code that was sent to it. */
  public void confirm(String name, String code) {
    var _ = send(path(name) + "/confirm", post(new Code(code)));
  }

  /** Sends a test. */
  public void test(String name) {
    var _ = send(path(name) + "/test", request -> request.POST(BodyPublishers.noBody()));
  }

  public void remove(String name) {
    var _ = send(path(name), HttpRequest.Builder::DELETE);
  }

  private static String path(String name) {
    return PATH + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private static UnaryOperator<HttpRequest.Builder> post(Object body) {
    byte[] json = MAPPER.writeValueAsBytes(body);
    return request ->
        request.header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(json));
  }

  private byte[] send(String path, UnaryOperator<HttpRequest.Builder> request) {
    try (InputStream answer =
        transport.send(path, builder -> request.apply(builder.timeout(TIMEOUT)))) {
      return answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
    }
  }

  private static <T> T read(byte[] json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JacksonException e) {
      throw new IllegalStateException(
          "The server's response was not understood: "
              + e.getOriginalMessage()
              + "\nThe server may have another version than this program.",
          e);
    }
  }
}
