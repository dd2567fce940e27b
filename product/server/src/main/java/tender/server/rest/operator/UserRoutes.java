package tender.server.rest.operator;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.core.model.OrganisationId;
import tender.server.api.operator.ManagedUser;
import tender.server.api.operator.UserAdministration;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
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
        Route.put("/v1/operator/users/{user}/organisations", this::setOrganisations),
        Route.put("/v1/operator/users/{user}/quotas", this::setQuotas));
  }

  private record UsersJson(List<UserJson> users) {}

  private record UserJson(
      String user,
      String role,
      boolean access,
      String balance,
      long bags,
      @Nullable Instant lastBag,
      List<String> organisations,
      QuotasJson quotas) {
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
          one.organisations().stream().map(OrganisationId::value).toList(),
          QuotasJson.of(one.quotas()));
    }
  }

  /** Quotas of one user; null where the market's hold. */
  private record QuotasJson(
      @Nullable Long openBags,
      @Nullable Long openTasks,
      @Nullable Long storedBytes,
      @Nullable Long requestsPerSecond,
      @Nullable Long eventStreams) {
    private static final long MAX_COUNT = 1_000_000;
    private static final long MAX_TASKS = 1_000_000_000_000L;
    private static final long MAX_BYTES = 1L << 60;

    static QuotasJson of(OwnQuotas own) {
      return new QuotasJson(
          orNull(own.openBags()),
          orNull(own.openTasks()),
          orNull(own.storedBytes()),
          orNull(own.requestsPerSecond()),
          orNull(own.eventStreams()));
    }

    private static @Nullable Long orNull(OptionalInt value) {
      return value.isPresent() ? (long) value.getAsInt() : null;
    }

    private static @Nullable Long orNull(OptionalLong value) {
      return value.isPresent() ? value.getAsLong() : null;
    }

    OwnQuotas quotas() {
      return new OwnQuotas(
          count("openBags", openBags),
          within("openTasks", openTasks, MAX_TASKS),
          within("storedBytes", storedBytes, MAX_BYTES),
          count("requestsPerSecond", requestsPerSecond),
          count("eventStreams", eventStreams));
    }

    private static OptionalInt count(String field, @Nullable Long value) {
      OptionalLong count = within(field, value, MAX_COUNT);
      return count.isPresent() ? OptionalInt.of((int) count.getAsLong()) : OptionalInt.empty();
    }

    private static OptionalLong within(String field, @Nullable Long value, long max) {
      if (value == null) {
        return OptionalLong.empty();
      }
      if (value < 1 || value > max) {
        throw ProblemException.unprocessable(
            "%s is %d; it must be from 1 to %d.".formatted(field, value, max),
            "Correct it, or leave it out for the market's quota.");
      }
      return OptionalLong.of(value);
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

  private void setQuotas(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    QuotasJson body = OperatorRequest.body(request, QuotasJson.class);
    OwnQuotas quotas = body.quotas();
    AuditDetail.add(request, new String(ResponseJson.write(body), StandardCharsets.UTF_8));
    api.setQuotas(OperatorRequest.user(request), quotas);
    OperatorRequest.done(response);
  }

  private void setOrganisations(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    api.setOrganisations(OperatorRequest.user(request), OperatorRequest.newOrganisations(request));
    OperatorRequest.done(response);
  }
}
