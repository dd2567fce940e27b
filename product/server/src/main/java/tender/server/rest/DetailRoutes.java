package tender.server.rest;

import tender.server.rest.json.CompositionJson;
import tender.server.rest.json.DetailJson;
import tender.server.rest.json.SharesJson;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.api.BagDetailApi;
import tender.server.model.UserId;
import tender.support.http.HttpResponses;
import tender.support.http.ResponseJson;
import tender.support.http.ProblemException;
import tender.support.http.Route;
import tender.support.http.NumberParser;

/** What a page draws of a bag, of a quote and of a provider. */
final class DetailRoutes {
  private static final int MOST_CELLS = 20_000;
  private static final int CELLS = 4_096;

  private final BagDetailApi desk;
  private final RequestAuthenticator caller;

  DetailRoutes(BagDetailApi desk, RequestAuthenticator caller) {
    this.desk = desk;
    this.caller = caller;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/bags/{id}/tasks", this::cells),
        Route.get("/v1/bags/{id}/tasks/{task}", this::task),
        Route.get("/v1/bags/{id}/parts", this::parts),
        Route.get("/v1/bags/{id}/composition", this::compose),
        Route.get("/v1/shares", this::shares),
        Route.get("/v1/providers/{provider}", this::provider));
  }

  private void cells(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    int from = (int) NumberParser.fromQuery(request, "from", 0, 0, Integer.MAX_VALUE);
    int until = (int) NumberParser.fromQuery(request, "until", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    int most = (int) NumberParser.fromQuery(request, "cells", CELLS, 1, MOST_CELLS);
    HttpResponses.json(response, DetailJson.of(desk.taskCells(person, bag, from, until, most)));
  }

  private void task(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    String number = request.path().pathParameters().get("task");
    int task = (int) NumberParser.parse("task", number, 0, Integer.MAX_VALUE);
    HttpResponses.json(response, DetailJson.of(desk.task(person, bag, task)));
  }

  private void parts(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    HttpResponses.json(response, DetailJson.of(desk.parts(person, RequestParser.bagId(request))));
  }

  private void compose(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    OptionalLong deadlineMillis =
        request
            .query()
            .first("deadline")
            .map(text -> OptionalLong.of(RequestParser.instantMillis("deadline", text)))
            .orElse(OptionalLong.empty());
    Optional<Money> budget =
        request.query().first("budget").asOptional().map(text -> RequestParser.money("budget", text));
    HttpResponses.json(response, CompositionJson.of(desk.recompose(person, bag, deadlineMillis, budget)));
  }

  private void shares(ServerRequest request, ServerResponse response) {
    HttpResponses.json(response, SharesJson.of(desk.shares(caller.user(request))));
  }

  private void provider(ServerRequest request, ServerResponse response) {
    caller.user(request);
    String id = request.path().pathParameters().get("provider");
    HttpResponses.json(response, DetailJson.of(desk.provider(provider(id))));
  }

  private static ProviderId provider(String id) {
    try {
      return new ProviderId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "There is no provider \"" + ResponseJson.abbreviate(id) + "\".",
          "GET /v1/providers lists those there are.");
    }
  }
}
