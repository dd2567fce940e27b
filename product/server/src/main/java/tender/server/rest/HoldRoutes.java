package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import tender.server.api.HoldApi;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.json.HoldJson;
import tender.server.rest.request.RequestBody;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.Route;

/** Routes for other markets, for which this one is a provider. */
final class HoldRoutes {
  private static final int MAX_KEY_LENGTH = 200;

  private final HoldApi api;
  private final RequestAuthenticator authenticator;

  HoldRoutes(HoldApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/holds", this::request),
        Route.get("/v1/holds/{key}", this::find),
        Route.post("/v1/holds/{key}/commit", this::commit));
  }

  private void request(ServerRequest request, ServerResponse response) {
    UserId market = authenticator.user(request);
    String key = RequestValues.idempotencyKey(request);
    var submission = submission(request);
    HttpResponses.json(
        response,
        HoldJson.of(
            api.request(
                market,
                key,
                BagRoutes.workOrder(submission),
                RequestParser.requirements(submission))));
  }

  private void find(ServerRequest request, ServerResponse response) {
    UserId market = authenticator.user(request);
    String key = key(request);
    HttpResponses.json(
        response,
        HoldJson.of(
            api.find(market, key)
                .orElseThrow(
                    () ->
                        ProblemException.notFound(
                            "Nothing was requested with the key '" + key + "'.",
                            "Request it with POST /v1/holds."))));
  }

  private void commit(ServerRequest request, ServerResponse response) {
    UserId market = authenticator.user(request);
    HttpResponses.json(
        response,
        HoldJson.of(api.commit(market, key(request), BagRoutes.workOrder(submission(request)))));
  }

  private static RequestJson.SubmissionJson submission(ServerRequest request) {
    return RequestBody.json(
        request, BagRoutes.MAX_SUBMISSION_BYTES, RequestJson.SubmissionJson.class);
  }

  private static String key(ServerRequest request) {
    String key = request.path().pathParameters().get("key");
    if (key.length() > MAX_KEY_LENGTH) {
      throw ProblemException.unprocessable(
          "The key has more than " + MAX_KEY_LENGTH + " characters.", "Use a shorter key.");
    }
    return key;
  }
}
