package tender.server.rest.operator;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.core.model.OrganisationId;
import tender.server.api.operator.ManagedUser;
import tender.server.api.operator.UserAdministration;
import tender.server.model.Role;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.Route;

/** Routes for the users of the market. */
final class UserRoutes {
  private final UserAdministration api;
  private final RequestAuthenticator authenticator;

  UserRoutes(UserAdministration api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/operator/users", this::list),
        Route.post("/v1/operator/users", this::add),
        Route.post("/v1/operator/users/{user}/revoke", this::revoke),
        Route.put("/v1/operator/users/{user}/role", this::setRole),
        Route.put("/v1/operator/users/{user}/organisations", this::setOrganisations));
  }

  private record UsersJson(List<UserJson> users) {}

  private record UserJson(
      String user,
      String role,
      boolean access,
      String balance,
      long bags,
      @Nullable Instant lastBag,
      List<String> organisations) {
    static UserJson of(ManagedUser one) {
      return new UserJson(
          one.user().value(),
          one.role().text(),
          one.hasAccess(),
          one.balance().toString(),
          one.bags(),
          one.lastBagMillis().isPresent()
              ? Instant.ofEpochMilli(one.lastBagMillis().getAsLong())
              : null,
          one.organisations().stream().map(OrganisationId::value).toList());
    }
  }

  private record NewUserJson(
      @Nullable String user,
      @Nullable String role,
      @Nullable List<@Nullable String> organisations) {}

  private record AddedJson(String user, String token) {}

  private record NewRoleJson(@Nullable String role) {}

  private void list(ServerRequest request, ServerResponse response) {
    authenticator.auditor(request);
    HttpResponses.json(response, new UsersJson(api.list().stream().map(UserJson::of).toList()));
  }

  private void add(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    NewUserJson body = OperatorRequest.body(request, NewUserJson.class);
    String name = RequestValues.required("user", body.user());
    Role role = body.role() == null ? Role.USER : role(body.role());
    AuditDetail.add(request, name + ", role " + role.text());
    String token = api.add(name, role, OperatorRequest.organisations(body.organisations()));
    response.status(Status.CREATED_201);
    HttpResponses.json(response, new AddedJson(name, token));
  }

  private void revoke(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    api.revoke(OperatorRequest.user(request));
    OperatorRequest.done(response);
  }

  private void setRole(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    Role role =
        role(
            RequestValues.required(
                "role", OperatorRequest.body(request, NewRoleJson.class).role()));
    AuditDetail.add(request, role.text());
    api.setRole(OperatorRequest.user(request), role);
    OperatorRequest.done(response);
  }

  private static Role role(String text) {
    return Optional.of(text)
        .flatMap(Role::of)
        .orElseThrow(
            () ->
                ProblemException.unprocessable(
                    "role is unknown.",
                    "Use one of "
                        + Arrays.stream(Role.values())
                            .map(Role::text)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private void setOrganisations(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    api.setOrganisations(OperatorRequest.user(request), OperatorRequest.newOrganisations(request));
    OperatorRequest.done(response);
  }
}
