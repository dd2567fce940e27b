package tender.server.rest;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.server.api.AccessTokenApi;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.AccessTokenJson;
import tender.server.rest.request.RequestBody;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.Route;

/** Routes for the access tokens of a user. */
final class AccessTokenRoutes {
  private static final long MAX_BYTES = 4 << 10;

  private final AccessTokenApi api;
  private final RequestAuthenticator authenticator;

  AccessTokenRoutes(AccessTokenApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/tokens", this::list),
        Route.post("/v1/tokens", this::create),
        Route.delete("/v1/tokens/{name}", this::revoke));
  }

  private record CreatedJson(String token) {}

  private record TokensJson(List<AccessTokenJson> tokens) {}

  private void list(ServerRequest request, ServerResponse response) {
    HttpResponses.json(
        response,
        new TokensJson(
            api.list(authenticator.user(request)).stream().map(AccessTokenJson::of).toList()));
  }

  private void create(ServerRequest request, ServerResponse response) {
    Access access = authenticator.access(request, AccessScope.ADMIN);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.NewTokenJson.class);
    OptionalLong expiresMillis =
        body.expires() == null
            ? OptionalLong.empty()
            : OptionalLong.of(RequestParser.instantMillis("expires", body.expires()));
    String token =
        api.create(
            access, body.name() == null ? "" : body.name(), scope(body.scope()), expiresMillis);
    response.status(Status.CREATED_201);
    HttpResponses.json(response, new CreatedJson(token));
  }

  private static AccessScope scope(@Nullable String text) {
    return Optional.ofNullable(text)
        .flatMap(AccessScope::of)
        .orElseThrow(
            () ->
                ProblemException.unprocessable(
                    "scope is missing or unknown.",
                    "Use one of "
                        + Arrays.stream(AccessScope.values())
                            .map(AccessScope::text)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private void revoke(ServerRequest request, ServerResponse response) {
    Access access = authenticator.access(request, AccessScope.ADMIN);
    api.revoke(access.user(), request.path().pathParameters().get("name"));
    response.status(Status.NO_CONTENT_204);
    response.send();
  }
}
