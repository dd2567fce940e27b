package tender.server.rest;

import java.util.List;
import java.util.Locale;
import tender.core.model.BagId;

/** Sends requests of a contract to a server that has what their paths name. */
public abstract class RestExchange extends RestFixture {
  private int requests;

  /** An answer. */
  public record Answer(int status, String text) {}

  /**
   * Sends a request as a user, with a bag, a token and a notification channel of its own.
   *
   * @param route method and path, such as {@code get /v1/bags/{id}}
   */
  public Answer exchange(String route, String body) {
    requests++;
    int space = route.indexOf(' ');
    String name = "n" + requests;
    BagId bag = route.endsWith("/accept") ? quoted("k" + requests) : submitted("k" + requests);
    notifications.addWebhook(ANN, name, "https://chat.example.org/", List.of());
    notifications.test(ANN, name);
    String path =
        route
            .substring(space + 1)
            .replace("{id}", bag.value())
            .replace("{taskIndex}", "0")
            .replace("{name}", name);
    RestTestClient.Reply reply =
        route.substring(0, space).toUpperCase(Locale.ROOT).equals("GET")
            ? ann.get(path)
            : ann.post(path, "other" + requests, body);
    return new Answer(reply.status(), reply.text());
  }
}
