package tender.server.rest;

import tender.server.rest.json.BagJson;
import tender.server.rest.json.ExplanationJson;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.BagApi;
import tender.server.api.view.BagView;
import tender.server.model.UserId;
import tender.server.model.Requirements;
import tender.support.http.HttpResponses;
import tender.support.http.ResponseJson;
import tender.support.http.ProblemException;
import tender.support.http.Route;
import tender.support.http.NumberParser;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tools.jackson.databind.JsonNode;

/** Handing in bags, asking after them, and saying yes or no. */
final class BagRoutes {
  /** Room for a sweep over long lists of values and for thousands of input files. */
  private static final long MOST_SUBMISSION_BYTES = 8 << 20;

  private static final long MOST_BYTES = 64 << 10;
  private static final int MOST_BAGS = 100;
  private static final int BAGS = 20;
  private static final int LONGEST_CURSOR = 200;

  /** By which a caller says in which trace of its own it hands in a bag. */
  private static final HeaderName TRACE_PARENT = HeaderNames.create("traceparent");

  private final BagApi desk;
  private final RequestAuthenticator caller;
  private final RequestListener watch;

  BagRoutes(BagApi desk, RequestAuthenticator caller, RequestListener watch) {
    this.desk = desk;
    this.caller = caller;
    this.watch = watch;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/bags", this::submit),
        Route.get("/v1/bags", this::list),
        Route.get("/v1/bags/{id}", this::status),
        Route.get("/v1/bags/{id}/offers", this::explain),
        Route.post("/v1/bags/{id}/agreement", this::agree),
        Route.post("/v1/bags/{id}/decline", this::decline),
        Route.post("/v1/bags/{id}/cancel", this::cancel),
        Route.post("/v1/bags/{id}/retry", this::retry));
  }

  private void submit(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    String key = RequestParser.idempotencyKey(request);
    var submission = RequestBody.json(request, MOST_SUBMISSION_BYTES, RequestJson.SubmissionJson.class);
    Requirements wish =
        RequestParser.requirements(submission.deadline(), submission.budget(), submission.ask())
            .withOptimiseTime(RequestParser.optimiseTime(submission.optimise()))
            .withValuation(RequestParser.valuation(submission.mechanism(), submission.valuation()))
            .withBidder(RequestParser.bidder(submission.mechanism(), submission.bidPerMinute()));
    long submitNanos = System.nanoTime();
    BagId bag = desk.submit(person, key, workOrder(submission), wish);
    BagView view = desk.status(person, bag);
    watch.bagSubmitted(view, System.nanoTime() - submitNanos, request.headers().first(TRACE_PARENT));
    created(response, view);
  }

  private static WorkOrder workOrder(RequestJson.SubmissionJson submission) {
    JsonNode work = submission.work();
    if (work == null || !work.isObject()) {
      throw ProblemException.unprocessable(
          "work is missing or no object.", "/openapi.yaml says which fields it has.");
    }
    try {
      return WorkOrderJson.read(ResponseJson.write(work));
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "work cannot be used: " + e.getMessage(), "Mend it; /openapi.yaml says what it holds.");
    }
  }

  private void list(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", BAGS, 1, MOST_BAGS);
    Optional<String> cursor = request.query().first("cursor").asOptional();
    if (cursor.filter(text -> text.length() > LONGEST_CURSOR).isPresent()) {
      throw ProblemException.unprocessable(
          "cursor has more than " + LONGEST_CURSOR + " characters.",
          "Give the next of the page before, or leave it out.");
    }
    HttpResponses.json(response, BagJson.of(desk.list(person, cursor, limit)));
  }

  private void status(ServerRequest request, ServerResponse response) {
    answer(response, caller.user(request), RequestParser.bagId(request));
  }

  private void explain(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    HttpResponses.json(response, ExplanationJson.of(desk.explain(person, RequestParser.bagId(request))));
  }

  private void agree(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    var agreement = RequestBody.json(request, MOST_BYTES, RequestJson.AcceptanceJson.class);
    long byMillis = RequestParser.instantMillis("by", agreement.by());
    Money price = RequestParser.money("price", agreement.price());
    desk.accept(person, bag, byMillis, price);
    answer(response, person, bag);
  }

  private void decline(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    desk.decline(person, bag);
    answer(response, person, bag);
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    desk.cancel(person, bag);
    answer(response, person, bag);
  }

  private void retry(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    String key = RequestParser.idempotencyKey(request);
    var body = RequestBody.json(request, MOST_BYTES, RequestJson.RequirementsJson.class);
    Requirements wish =
        RequestParser.requirements(body.deadline(), body.budget(), body.ask())
            .withOptimiseTime(RequestParser.optimiseTime(body.optimise()));
    created(response, desk.status(person, desk.retry(person, bag, key, wish)));
  }

  private void answer(ServerResponse response, UserId person, BagId bag) {
    HttpResponses.json(response, BagJson.of(desk.status(person, bag)));
  }

  private static void created(ServerResponse response, BagView bag) {
    response.status(Status.CREATED_201);
    response.header(HeaderNames.LOCATION, "/v1/bags/" + bag.id().value());
    HttpResponses.json(response, BagJson.of(bag));
  }
}
