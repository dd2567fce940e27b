package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrderJson;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.api.BagDetailApi;
import tender.server.api.view.task.OutputPage;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.CompositionJson;
import tender.server.rest.json.DetailJson;
import tender.server.rest.json.SharesJson;
import tender.server.rest.json.StatsJson;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Routes for details of bags, tasks, parts, compositions and providers. */
final class DetailRoutes {
  private static final int MAX_CELLS = 20_000;
  private static final int DEFAULT_CELLS = 4_096;
  private static final int MAX_OUTPUTS = 1_000;

  private final BagDetailApi api;
  private final RequestAuthenticator authenticator;

  DetailRoutes(BagDetailApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/bags/{id}/tasks", this::cells),
        Route.get("/v1/bags/{id}/tasks/{taskIndex}", this::task),
        Route.get("/v1/bags/{id}/tasks/{taskIndex}/output", this::outputUrl),
        Route.get("/v1/bags/{id}/outputs", this::outputs),
        Route.get("/v1/bags/{id}/stats", this::stats),
        Route.get("/v1/bags/{id}/work", this::workOrder),
        Route.get("/v1/bags/{id}/parts", this::parts),
        Route.get("/v1/bags/{id}/composition", this::previewComposition),
        Route.get("/v1/shares", this::shares),
        Route.get("/v1/providers/{provider}", this::provider));
  }

  private void cells(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    int from = (int) NumberParser.fromQuery(request, "from", 0, 0, Integer.MAX_VALUE);
    int until =
        (int) NumberParser.fromQuery(request, "until", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    int maxCells = (int) NumberParser.fromQuery(request, "cells", DEFAULT_CELLS, 1, MAX_CELLS);
    HttpResponses.json(response, DetailJson.of(api.taskCells(user, bag, from, until, maxCells)));
  }

  private void task(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    int taskIndex = RequestParser.taskIndex(request);
    HttpResponses.json(response, DetailJson.of(api.task(user, bag, taskIndex)));
  }

  private record OutputsJson(List<OutputJson> outputs, @Nullable String next) {}

  private record OutputJson(int task, String path, String digest, long bytes) {}

  private record UrlJson(String url) {}

  private void outputs(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    OutputPage.Cursor after =
        request
            .query()
            .first("cursor")
            .map(RequestParser::outputCursor)
            .orElse(OutputPage.Cursor.START);
    OutputPage page = api.outputs(user, RequestParser.bagId(request), after, MAX_OUTPUTS);
    HttpResponses.json(
        response,
        new OutputsJson(
            page.outputs().stream()
                .map(
                    output ->
                        new OutputJson(
                            output.taskIndex(),
                            output.path().value(),
                            output.digest().hex(),
                            output.bytes()))
                .toList(),
            page.next().map(next -> next.position() + " " + next.path()).orElse(null)));
  }

  private void outputUrl(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    RelativePath path = RequestParser.path(request.query().first("path").orElse(""));
    URI url =
        api.outputUrl(user, RequestParser.bagId(request), RequestParser.taskIndex(request), path);
    HttpResponses.json(response, new UrlJson(url.toString()));
  }

  private void stats(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    HttpResponses.json(response, StatsJson.of(api.stats(user, RequestParser.bagId(request))));
  }

  private void workOrder(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    response.header(HeaderNames.CONTENT_TYPE, "application/json");
    response.header(HeaderNames.CACHE_CONTROL, HttpResponses.NO_STORE);
    response.send(WorkOrderJson.write(api.workOrder(user, RequestParser.bagId(request))));
  }

  private void parts(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    HttpResponses.json(response, DetailJson.of(api.parts(user, RequestParser.bagId(request))));
  }

  private void previewComposition(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    OptionalLong deadlineMillis =
        request
            .query()
            .first("deadline")
            .map(text -> OptionalLong.of(RequestParser.instantMillis("deadline", text)))
            .orElse(OptionalLong.empty());
    Optional<Money> budget =
        request
            .query()
            .first("budget")
            .asOptional()
            .map(text -> RequestValues.money("budget", text));
    HttpResponses.json(
        response, CompositionJson.of(api.recompose(user, bag, deadlineMillis, budget)));
  }

  private void shares(ServerRequest request, ServerResponse response) {
    HttpResponses.json(response, SharesJson.of(api.shares(authenticator.user(request))));
  }

  private void provider(ServerRequest request, ServerResponse response) {
    authenticator.user(request);
    String id = request.path().pathParameters().get("provider");
    HttpResponses.json(response, DetailJson.of(api.provider(provider(id))));
  }

  private static ProviderId provider(String id) {
    try {
      return new ProviderId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "Unknown provider \"" + ResponseJson.abbreviate(id) + "\".",
          "GET /v1/providers lists all providers.");
    }
  }
}
