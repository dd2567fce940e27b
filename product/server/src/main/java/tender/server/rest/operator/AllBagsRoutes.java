package tender.server.rest.operator;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.server.api.operator.BagAdministration;
import tender.server.api.operator.BagAdministration.BagFilter;
import tender.server.api.operator.BagAdministration.OwnedBag;
import tender.server.api.operator.BagAdministration.OwnedBags;
import tender.server.model.BagPhase;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.BagJson;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;
import tender.support.text.InputChecks;

/** Routes for the bags of all users. */
final class AllBagsRoutes {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;
  private static final int MAX_REASON_LENGTH = 200;

  private final BagAdministration api;
  private final RequestAuthenticator authenticator;

  AllBagsRoutes(BagAdministration api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/operator/bags", this::list),
        Route.post("/v1/operator/bags/{id}/cancel", this::cancel));
  }

  private record OwnedBagJson(String user, BagJson bag) {
    static OwnedBagJson of(OwnedBag one) {
      return new OwnedBagJson(one.user().value(), BagJson.of(one.view()));
    }
  }

  private record OwnedBagsJson(List<OwnedBagJson> bags, @Nullable String next) {
    static OwnedBagsJson of(OwnedBags page) {
      return new OwnedBagsJson(
          page.bags().stream().map(OwnedBagJson::of).toList(), page.next().orElse(null));
    }
  }

  private record ReasonJson(@Nullable String reason) {}

  private void list(ServerRequest request, ServerResponse response) {
    authenticator.auditor(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    BagFilter filter =
        new BagFilter(
            query(request, "user").map(AllBagsRoutes::user),
            query(request, "state").map(AllBagsRoutes::phase),
            query(request, "search"));
    HttpResponses.json(
        response, OwnedBagsJson.of(api.list(filter, query(request, "cursor"), limit)));
  }

  private static Optional<String> query(ServerRequest request, String name) {
    return request.query().first(name).asOptional().filter(text -> !text.isEmpty());
  }

  private static UserId user(String name) {
    try {
      return new UserId(name);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable("user is not a name.", "Use the name of a user.");
    }
  }

  private static BagPhase phase(String text) {
    return Arrays.stream(BagPhase.values())
        .filter(phase -> ResponseJson.wireName(phase).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.unprocessable(
                    "state is \"" + ResponseJson.abbreviate(text) + "\".",
                    "Use one of "
                        + Arrays.stream(BagPhase.values())
                            .map(ResponseJson::wireName)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    String reason =
        RequestValues.required("reason", OperatorRequest.body(request, ReasonJson.class).reason());
    AuditDetail.add(request, reason);
    HttpResponses.json(response, OwnedBagJson.of(api.cancel(bag(request), checked(reason))));
  }

  private static String checked(String reason) {
    try {
      InputChecks.printable(reason, MAX_REASON_LENGTH, "reason");
      return reason;
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          String.valueOf(e.getMessage()), "Say in one line why the bag is cancelled.");
    }
  }

  private static BagId bag(ServerRequest request) {
    try {
      return new BagId(OperatorRequest.parameter(request, "id"));
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "There is no bag with this id.", "GET /v1/operator/bags lists all bags.");
    }
  }
}
