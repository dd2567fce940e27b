package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.server.api.ProjectApi;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.ProjectId;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.ProjectJson;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestBody;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Routes for projects, their members, budgets and usage. */
final class ProjectRoutes {
  private static final long MAX_BYTES = 64 << 10;
  private static final int MAX_BAGS = 100;
  private static final int DEFAULT_DAYS = 30;
  private static final int MAX_DAYS = 1_000;
  private static final int MAX_YEAR = 9_999;

  private final ProjectApi api;
  private final RequestAuthenticator authenticator;

  ProjectRoutes(ProjectApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/projects", this::list),
        Route.post("/v1/projects", this::create),
        Route.get("/v1/projects/{project}", this::find),
        Route.put("/v1/projects/{project}", this::change),
        Route.post("/v1/projects/{project}/deposits", this::deposit),
        Route.put("/v1/projects/{project}/members/{user}", this::addMember),
        Route.delete("/v1/projects/{project}/members/{user}", this::removeMember),
        Route.put("/v1/projects/{project}/members/{user}/limit", this::setLimit),
        Route.get("/v1/projects/{project}/usage", this::usage),
        Route.get("/v1/projects/{project}/bags", this::bags));
  }

  private record ProjectsJson(List<ProjectJson> projects) {}

  private record UsagesJson(List<ProjectJson.UsageJson> usage) {}

  private record BagsJson(List<ProjectJson.BagJson> bags) {}

  private Access reader(ServerRequest request) {
    return authenticator.access(request, AccessScope.READ);
  }

  /** A manager, or an operator with the rights of one. */
  private Access manager(ServerRequest request) {
    return authenticator.access(request, AccessScope.SUBMIT);
  }

  private static ProjectId project(ServerRequest request) {
    String id = request.path().pathParameters().get("project");
    try {
      return new ProjectId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "You have no project \"" + ResponseJson.abbreviate(id) + "\".",
          "GET /v1/projects lists your projects.");
    }
  }

  private static UserId member(ServerRequest request) {
    return userId(request.path().pathParameters().get("user"));
  }

  private static UserId userId(String id) {
    try {
      return new UserId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "\"" + ResponseJson.abbreviate(id) + "\" is not the name of a user.",
          "Use the name with which the user is known to the market.");
    }
  }

  private void list(ServerRequest request, ServerResponse response) {
    HttpResponses.json(
        response,
        new ProjectsJson(api.list(reader(request)).stream().map(ProjectJson::of).toList()));
  }

  private void find(ServerRequest request, ServerResponse response) {
    send(response, reader(request), project(request));
  }

  private void send(ServerResponse response, Access access, ProjectId project) {
    HttpResponses.json(response, ProjectJson.of(api.find(access, project)));
  }

  private void create(ServerRequest request, ServerResponse response) {
    Access operator = authenticator.operator(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.NewProjectJson.class);
    String id = RequestValues.required("id", body.id());
    ProjectId project;
    try {
      project = new ProjectId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "id is \"" + ResponseJson.abbreviate(id) + "\", which is not the id of a project.",
          "Use 1 to 60 lower-case letters, digits and hyphens.");
    }
    api.create(
        operator,
        project,
        settings(body.settings(), () -> start(operator, project)),
        Optional.ofNullable(body.manager()).map(ProjectRoutes::userId));
    response.status(Status.CREATED_201);
    response.header(HeaderNames.LOCATION, "/v1/projects/" + project);
    send(response, operator, project);
  }

  /** Of a project that exists its own, so that a request that is repeated has no other settings. */
  private long start(Access operator, ProjectId project) {
    return api.list(operator).stream()
        .filter(one -> one.id().equals(project))
        .findFirst()
        .map(one -> one.settings().startsMillis())
        .orElseGet(System::currentTimeMillis);
  }

  private void change(ServerRequest request, ServerResponse response) {
    Access operator = authenticator.operator(request);
    ProjectId project = project(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.ProjectSettingsJson.class);
    api.change(operator, project, settings(body, System::currentTimeMillis));
    send(response, operator, project);
  }

  private static ProjectSettings settings(
      RequestJson.@Nullable ProjectSettingsJson given, LongSupplier defaultStart) {
    if (given == null) {
      throw ProblemException.unprocessable(
          "settings is missing.", "See /openapi.yaml for its fields.");
    }
    return new ProjectSettings(
        RequestValues.required("title", given.title()),
        given.starts() == null
            ? defaultStart.getAsLong()
            : RequestParser.instantMillis("starts", given.starts()),
        given.ends() == null
            ? OptionalLong.empty()
            : OptionalLong.of(RequestParser.instantMillis("ends", given.ends())),
        given.showsBags(),
        groups(given.groups()),
        quotas(given.quotas()));
  }

  private static List<String> groups(@Nullable List<@Nullable String> given) {
    return given == null
        ? List.of()
        : given.stream().map(group -> RequestValues.required("groups", group)).toList();
  }

  private static ProjectQuotas quotas(RequestJson.@Nullable QuotasJson given) {
    if (given == null) {
      return ProjectQuotas.NONE;
    }
    OptionalLong openBags = positive("openBags", given.openBags());
    return new ProjectQuotas(
        openBags.isPresent()
            ? OptionalInt.of((int) Math.min(openBags.getAsLong(), Integer.MAX_VALUE))
            : OptionalInt.empty(),
        positive("openTasks", given.openTasks()),
        positive("storedBytes", given.storedBytes()));
  }

  private static OptionalLong positive(String field, @Nullable Long value) {
    if (value != null && value < 1) {
      throw ProblemException.unprocessable(
          field + " is " + value + "; it must be at least 1.",
          "Leave it out to use the market's quota.");
    }
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private void deposit(ServerRequest request, ServerResponse response) {
    Access operator = authenticator.operator(request);
    ProjectId project = project(request);
    String key = RequestValues.idempotencyKey(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.DepositJson.class);
    String given = RequestValues.required("amount", body.amount());
    boolean isWithdrawal = given.startsWith("-");
    Money amount = RequestValues.money("amount", isWithdrawal ? given.substring(1) : given);
    if (amount.equals(Money.ZERO)) {
      throw ProblemException.unprocessable(
          "amount is 0.", "Give the number of credits to deposit, or to withdraw with a minus.");
    }
    AuditDetail.add(request, given);
    api.deposit(operator, project, isWithdrawal ? Money.ZERO.minus(amount) : amount, key);
    send(response, operator, project);
  }

  private void addMember(ServerRequest request, ServerResponse response) {
    Access access = manager(request);
    ProjectId project = project(request);
    UserId user = member(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.ProjectMemberJson.class);
    ProjectRole role = role(body.role());
    AuditDetail.add(request, role.text());
    api.addMember(access, project, user, role);
    send(response, access, project);
  }

  private static ProjectRole role(@Nullable String text) {
    return text == null
        ? ProjectRole.MEMBER
        : ProjectRole.of(text)
            .orElseThrow(
                () ->
                    ProblemException.unprocessable(
                        "role is \"" + ResponseJson.abbreviate(text) + "\", which does not exist.",
                        "Use member or manager."));
  }

  private void setLimit(ServerRequest request, ServerResponse response) {
    Access access = manager(request);
    ProjectId project = project(request);
    UserId user = member(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.MemberLimitJson.class);
    Optional<Money> limit =
        Optional.ofNullable(body.limit()).map(text -> RequestValues.money("limit", text));
    AuditDetail.add(request, limit.map(Money::toString).orElse("none"));
    api.setLimit(access, project, user, limit);
    send(response, access, project);
  }

  private void removeMember(ServerRequest request, ServerResponse response) {
    Access access = manager(request);
    api.removeMember(access, project(request), member(request));
    response.status(Status.NO_CONTENT_204);
    response.send();
  }

  private void usage(ServerRequest request, ServerResponse response) {
    Access access = reader(request);
    LocalDate until =
        date(request, "until", LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC).plusDays(1));
    LocalDate from = date(request, "from", until.minusDays(DEFAULT_DAYS));
    if (!from.isBefore(until) || from.plusDays(MAX_DAYS).isBefore(until)) {
      throw ProblemException.unprocessable(
          "The days from %s until %s are not 1 to %,d days.".formatted(from, until, MAX_DAYS),
          "Give the first day, and the day after the last one.");
    }
    HttpResponses.json(
        response,
        new UsagesJson(
            api.usage(access, project(request), from, until).stream()
                .map(ProjectJson.UsageJson::of)
                .toList()));
  }

  private static LocalDate date(ServerRequest request, String field, LocalDate otherwise) {
    Optional<String> given = request.query().first(field).asOptional();
    try {
      LocalDate date = given.map(LocalDate::parse).orElse(otherwise);
      // Other dates cannot be calculated with.
      if (date.getYear() < 0 || date.getYear() > MAX_YEAR) {
        throw new DateTimeException("The year is not possible.");
      }
      return date;
    } catch (DateTimeException e) {
      throw ProblemException.unprocessable(
          "%s is \"%s\", which is not a date."
              .formatted(field, ResponseJson.abbreviate(given.orElse(""))),
          "Use a date such as 2026-11-20.");
    }
  }

  private void bags(ServerRequest request, ServerResponse response) {
    Access access = reader(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", MAX_BAGS, 1, MAX_BAGS);
    HttpResponses.json(
        response,
        new BagsJson(
            api.bags(access, project(request), limit).stream()
                .map(ProjectJson.BagJson::of)
                .toList()));
  }
}
