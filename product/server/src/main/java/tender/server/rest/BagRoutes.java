package tender.server.rest;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.BagApi;
import tender.server.api.view.BagView;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.BagJson;
import tender.server.rest.json.DeletionJson;
import tender.server.rest.json.ExplanationJson;
import tender.server.rest.request.RequestBody;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;
import tools.jackson.databind.JsonNode;

/** Routes to submit, list, accept, decline, cancel, retry and delete bags. */
final class BagRoutes {
  /** Enough for a sweep over long lists of values and for thousands of input files. */
  static final long MAX_SUBMISSION_BYTES = 8 << 20;

  private static final long MAX_BYTES = 64 << 10;
  private static final int MAX_BAGS = 100;
  private static final int DEFAULT_BAGS = 20;
  private static final int MAX_CURSOR_LENGTH = 200;

  /** Names the client's trace to which the bag's trace is linked. */
  private static final HeaderName TRACE_PARENT = HeaderNames.create("traceparent");

  private final BagApi api;
  private final RequestAuthenticator authenticator;
  private final RequestListener listener;

  BagRoutes(BagApi api, RequestAuthenticator authenticator, RequestListener listener) {
    this.api = api;
    this.authenticator = authenticator;
    this.listener = listener;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/bags", this::submit),
        Route.get("/v1/bags", this::list),
        Route.get("/v1/bags/{id}", this::status),
        Route.delete("/v1/bags/{id}", this::delete),
        Route.get("/v1/bags/{id}/offers", this::listOffers),
        Route.post("/v1/bags/{id}/accept", this::accept),
        Route.post("/v1/bags/{id}/decline", change(api::decline)),
        Route.post("/v1/bags/{id}/cancel", change(api::cancel)),
        Route.post("/v1/bags/{id}/retry", this::retry));
  }

  private void submit(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    String key = RequestValues.idempotencyKey(request);
    var submission =
        RequestBody.json(request, MAX_SUBMISSION_BYTES, RequestJson.SubmissionJson.class);
    Requirements requirements = RequestParser.requirements(submission);
    long submitNanos = System.nanoTime();
    BagId bag = api.submit(user, key, workOrder(submission), requirements);
    BagView view = api.status(user, bag);
    listener.bagSubmitted(
        view, System.nanoTime() - submitNanos, request.headers().first(TRACE_PARENT));
    sendCreated(response, view);
  }

  static WorkOrder workOrder(RequestJson.SubmissionJson submission) {
    JsonNode work = submission.work();
    if (work == null || !work.isObject()) {
      throw ProblemException.unprocessable(
          "work is missing or not an object.", "See /openapi.yaml for its fields.");
    }
    try {
      return WorkOrderJson.read(ResponseJson.write(work));
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "work is invalid: " + e.getMessage(), "Correct it; /openapi.yaml describes its fields.");
    }
  }

  private void list(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", DEFAULT_BAGS, 1, MAX_BAGS);
    Optional<String> cursor = request.query().first("cursor").asOptional();
    if (cursor.filter(text -> text.length() > MAX_CURSOR_LENGTH).isPresent()) {
      throw ProblemException.unprocessable(
          "cursor has more than " + MAX_CURSOR_LENGTH + " characters.",
          "Use the next of the previous page, or leave it out.");
    }
    HttpResponses.json(response, BagJson.of(api.list(user, cursor, limit)));
  }

  private void status(ServerRequest request, ServerResponse response) {
    sendBag(response, authenticator.user(request), RequestParser.bagId(request));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    HttpResponses.json(response, DeletionJson.of(bag, api.delete(user, bag)));
  }

  private void listOffers(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    HttpResponses.json(
        response, ExplanationJson.of(api.explain(user, RequestParser.bagId(request))));
  }

  private void accept(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    var acceptance = RequestBody.json(request, MAX_BYTES, RequestJson.AcceptanceJson.class);
    long completionMillis = RequestParser.instantMillis("by", acceptance.by());
    Money price = RequestValues.money("price", acceptance.price());
    api.accept(user, bag, completionMillis, price);
    sendBag(response, user, bag);
  }

  private Handler change(BiConsumer<UserId, BagId> change) {
    return (request, response) -> {
      UserId user = authenticator.user(request);
      BagId bag = RequestParser.bagId(request);
      change.accept(user, bag);
      sendBag(response, user, bag);
    };
  }

  private void retry(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    String key = RequestValues.idempotencyKey(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.RequirementsJson.class);
    Requirements requirements = RequestParser.retryRequirements(body);
    sendCreated(response, api.status(user, api.retry(user, bag, key, requirements)));
  }

  private void sendBag(ServerResponse response, UserId user, BagId bag) {
    HttpResponses.json(response, BagJson.of(api.status(user, bag)));
  }

  private static void sendCreated(ServerResponse response, BagView bag) {
    response.status(Status.CREATED_201);
    response.header(HeaderNames.LOCATION, "/v1/bags/" + bag.id().value());
    HttpResponses.json(response, BagJson.of(bag));
  }
}
