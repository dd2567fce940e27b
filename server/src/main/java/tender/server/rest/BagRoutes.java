package tender.server.rest;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.market.view.BagDesk;
import tender.server.market.view.BagView;
import tender.server.market.view.PersonId;
import tender.server.market.view.Wish;
import tender.web.Answer;
import tender.web.Json;
import tender.web.ProblemException;
import tender.web.Route;
import tender.web.WholeNumber;
import tender.work.WorkOrder;
import tender.work.WorkOrderJson;
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

  private final BagDesk desk;
  private final Caller caller;
  private final RequestWatch watch;

  BagRoutes(BagDesk desk, Caller caller, RequestWatch watch) {
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
    PersonId person = caller.of(request);
    String key = Given.idempotencyKey(request);
    var submission = Body.json(request, MOST_SUBMISSION_BYTES, Requests.Submission.class);
    Wish wish =
        Given.wish(submission.deadline(), submission.budget(), submission.ask())
            .hurrying(Given.hurry(submission.optimise()))
            .bidding(Given.valuation(submission.mechanism(), submission.valuation()))
            .sharing(Given.bidder(submission.mechanism(), submission.bidPerMinute()));
    long submitNanos = System.nanoTime();
    BagId bag = desk.submit(person, key, workOrder(submission), wish);
    BagView view = desk.status(person, bag);
    watch.handedIn(view, System.nanoTime() - submitNanos, request.headers().first(TRACE_PARENT));
    created(response, view);
  }

  private static WorkOrder workOrder(Requests.Submission submission) {
    JsonNode work = submission.work();
    if (work == null || !work.isObject()) {
      throw ProblemException.notUsable(
          "work is missing or no object.", "/openapi.yaml says which fields it has.");
    }
    try {
      return WorkOrderJson.read(Json.write(work));
    } catch (IllegalArgumentException e) {
      throw ProblemException.notUsable(
          "work cannot be used: " + e.getMessage(), "Mend it; /openapi.yaml says what it holds.");
    }
  }

  private void list(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    int limit = (int) WholeNumber.asked(request, "limit", BAGS, 1, MOST_BAGS);
    Optional<String> cursor = request.query().first("cursor").asOptional();
    if (cursor.filter(text -> text.length() > LONGEST_CURSOR).isPresent()) {
      throw ProblemException.notUsable(
          "cursor has more than " + LONGEST_CURSOR + " characters.",
          "Give the next of the page before, or leave it out.");
    }
    Answer.json(response, BagBody.of(desk.list(person, cursor, limit)));
  }

  private void status(ServerRequest request, ServerResponse response) {
    answer(response, caller.of(request), Given.bag(request));
  }

  private void explain(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    Answer.json(response, ExplanationBody.of(desk.explain(person, Given.bag(request))));
  }

  private void agree(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    var agreement = Body.json(request, MOST_BYTES, Requests.Agreement.class);
    long byMillis = Given.instantMillis("by", agreement.by());
    Money price = Given.money("price", agreement.price());
    desk.agree(person, bag, byMillis, price);
    answer(response, person, bag);
  }

  private void decline(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    desk.decline(person, bag);
    answer(response, person, bag);
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    desk.cancel(person, bag);
    answer(response, person, bag);
  }

  private void retry(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    String key = Given.idempotencyKey(request);
    var body = Body.json(request, MOST_BYTES, Requests.WishBody.class);
    Wish wish =
        Given.wish(body.deadline(), body.budget(), body.ask())
            .hurrying(Given.hurry(body.optimise()));
    created(response, desk.status(person, desk.retry(person, bag, key, wish)));
  }

  private void answer(ServerResponse response, PersonId person, BagId bag) {
    Answer.json(response, BagBody.of(desk.status(person, bag)));
  }

  private static void created(ServerResponse response, BagView bag) {
    response.status(Status.CREATED_201);
    response.header(HeaderNames.LOCATION, "/v1/bags/" + bag.id().value());
    Answer.json(response, BagBody.of(bag));
  }
}
