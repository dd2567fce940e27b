package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.server.api.NotificationApi;
import tender.server.model.AccessScope;
import tender.server.model.NotificationEvent;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.NotificationJson.ChannelJson;
import tender.server.rest.json.NotificationJson.DeliveryJson;
import tender.server.rest.request.RequestBody;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.Route;

/** Routes for the notifications of a user. */
final class NotificationRoutes {
  private static final long MAX_BYTES = 16 << 10;
  private static final String PATH = "/v1/notifications";
  private static final String CHANNEL = PATH + "/{name}";

  private final NotificationApi api;
  private final RequestAuthenticator authenticator;

  NotificationRoutes(NotificationApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, this::list),
        Route.post(PATH, this::add),
        Route.delete(CHANNEL, this::remove),
        Route.post(CHANNEL + "/confirm", this::confirm),
        Route.post(CHANNEL + "/test", this::test),
        Route.get(CHANNEL + "/deliveries", this::deliveries));
  }

  private record ChannelsJson(List<ChannelJson> channels) {}

  private record DeliveriesJson(List<DeliveryJson> deliveries) {}

  private record AddedJson(String name, @Nullable String secret) {}

  private void list(ServerRequest request, ServerResponse response) {
    HttpResponses.json(
        response,
        new ChannelsJson(
            api.list(authenticator.user(request)).stream().map(ChannelJson::of).toList()));
  }

  private void add(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.access(request, AccessScope.ADMIN).user();
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.NewChannelJson.class);
    String name = RequestValues.required("name", body.name());
    List<NotificationEvent> events =
        Objects.requireNonNullElse(body.events(), List.<@Nullable String>of()).stream()
            .map(NotificationRoutes::event)
            .distinct()
            .toList();
    Optional<String> secret = add(user, name, body, events);
    response.status(Status.CREATED_201);
    response.header(HeaderNames.LOCATION, PATH + "/" + name);
    HttpResponses.json(response, new AddedJson(name, secret.orElse(null)));
  }

  private Optional<String> add(
      UserId user, String name, RequestJson.NewChannelJson body, List<NotificationEvent> events) {
    if ((body.url() == null) == (body.email() == null)) {
      throw ProblemException.unprocessable(
          "The channel needs either url or email.", "Give a URL for a webhook, or an address.");
    }
    if (body.url() != null) {
      return Optional.of(api.addWebhook(user, name, body.url(), events));
    }
    api.addEmail(user, name, String.valueOf(body.email()), events);
    return Optional.empty();
  }

  private static NotificationEvent event(@Nullable String text) {
    return Optional.ofNullable(text)
        .flatMap(NotificationEvent::of)
        .orElseThrow(
            () ->
                ProblemException.unprocessable(
                    "events has an unknown event.",
                    "Use some of "
                        + Arrays.stream(NotificationEvent.values())
                            .map(NotificationEvent::text)
                            .collect(Collectors.joining(", "))
                        + ", or leave it out for all."));
  }

  private void remove(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.access(request, AccessScope.ADMIN).user();
    api.remove(user, name(request));
    response.status(Status.NO_CONTENT_204);
    response.send();
  }

  private void confirm(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.access(request, AccessScope.ADMIN).user();
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.ConfirmationJson.class);
    api.confirm(user, name(request), RequestValues.required("code", body.code()));
    response.status(Status.NO_CONTENT_204);
    response.send();
  }

  private void test(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.access(request, AccessScope.ADMIN).user();
    api.test(user, name(request));
    response.status(Status.ACCEPTED_202);
    response.send();
  }

  private void deliveries(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    HttpResponses.json(
        response,
        new DeliveriesJson(
            api.deliveries(user, name(request)).stream().map(DeliveryJson::of).toList()));
  }

  private static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
