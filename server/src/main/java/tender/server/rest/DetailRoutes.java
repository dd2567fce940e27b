package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.market.view.DetailDesk;
import tender.server.market.view.PersonId;
import tender.web.Answer;
import tender.web.Json;
import tender.web.ProblemException;
import tender.web.Route;
import tender.web.WholeNumber;

/** What a page draws of a bag, of a quote and of a provider. */
final class DetailRoutes {
  private static final int MOST_CELLS = 20_000;
  private static final int CELLS = 4_096;

  private final DetailDesk desk;
  private final Caller caller;

  DetailRoutes(DetailDesk desk, Caller caller) {
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
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    int from = (int) WholeNumber.asked(request, "from", 0, 0, Integer.MAX_VALUE);
    int until = (int) WholeNumber.asked(request, "until", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    int most = (int) WholeNumber.asked(request, "cells", CELLS, 1, MOST_CELLS);
    Answer.json(response, DetailBody.of(desk.cells(person, bag, from, until, most)));
  }

  private void task(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    String number = request.path().pathParameters().get("task");
    int task = (int) WholeNumber.of("task", number, 0, Integer.MAX_VALUE);
    Answer.json(response, DetailBody.of(desk.task(person, bag, task)));
  }

  private void parts(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    Answer.json(response, DetailBody.of(desk.parts(person, Given.bag(request))));
  }

  private void compose(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    OptionalLong deadlineMillis =
        request
            .query()
            .first("deadline")
            .map(text -> OptionalLong.of(Given.instantMillis("deadline", text)))
            .orElse(OptionalLong.empty());
    Optional<Money> budget =
        request.query().first("budget").asOptional().map(text -> Given.money("budget", text));
    Answer.json(response, CompositionBody.of(desk.recompose(person, bag, deadlineMillis, budget)));
  }

  private void shares(ServerRequest request, ServerResponse response) {
    Answer.json(response, SharesBody.of(desk.shares(caller.of(request))));
  }

  private void provider(ServerRequest request, ServerResponse response) {
    caller.of(request);
    String id = request.path().pathParameters().get("provider");
    Answer.json(response, DetailBody.of(desk.provider(provider(id))));
  }

  private static ProviderId provider(String id) {
    try {
      return new ProviderId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "There is no provider \"" + Json.shown(id) + "\".",
          "GET /v1/providers lists those there are.");
    }
  }
}
