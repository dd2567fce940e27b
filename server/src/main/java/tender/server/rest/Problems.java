package tender.server.rest;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.UUID;
import tender.server.market.view.DeskRefusal;

/** Answers whatever goes wrong with a problem, which tells nothing of the inside. */
final class Problems {
  private static final System.Logger LOG = System.getLogger(Problems.class.getName());
  private static final String PROBLEM_JSON = "application/problem+json";
  private static final String SEE_DOCUMENT = "/openapi.yaml says what is served, and how to ask.";

  private Problems() {}

  static void answer(ServerRequest request, ServerResponse response, Throwable failure) {
    Problem problem =
        switch (failure) {
          case ProblemException e -> e.problem();
          case DeskRefusal e -> of(e);
          case HttpException e -> ofStatus(e.status());
          case RequestException e -> ofStatus(e.status());
          default -> unexpected(request, failure);
        };
    send(response, problem);
  }

  /** What is not on any route. */
  static void notServed(ServerRequest request, ServerResponse response) {
    send(
        response,
        new Problem(
            404,
            request.prologue().method().text()
                + " "
                + RestJson.shown(request.path().rawPath())
                + " is not served.",
            SEE_DOCUMENT));
  }

  private static void send(ServerResponse response, Problem problem) {
    response.status(Status.create(problem.status()));
    response.header(HeaderNames.CONTENT_TYPE, PROBLEM_JSON);
    if (problem.status() == Status.UNAUTHORIZED_401.code()) {
      response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    response.send(RestJson.write(problem));
  }

  private static Problem of(DeskRefusal refusal) {
    int status =
        switch (refusal.kind()) {
          case NOT_FOUND -> 404;
          case NOT_ALLOWED -> 403;
          case CONFLICT -> 409;
          case NOT_USABLE -> 422;
          case TOO_LARGE -> 413;
          case UNAVAILABLE -> 503;
        };
    return new Problem(status, String.valueOf(refusal.getMessage()), refusal.advice());
  }

  private static Problem ofStatus(Status status) {
    return new Problem(status.code(), "The request was not understood.", SEE_DOCUMENT);
  }

  /** Says what happened to the log only, under a number by which it can be found there. */
  private static Problem unexpected(ServerRequest request, Throwable failure) {
    UUID number = UUID.randomUUID();
    LOG.log(
        System.Logger.Level.ERROR,
        () -> "Failure " + number + " of " + request.prologue().method() + " " + request.path(),
        failure);
    return new Problem(
        500,
        "The server failed, which is not your fault. It was noted as " + number + ".",
        "Try again in a moment; if it stays so, tell the market's operator that number.");
  }

  /** For requests so broken that they never reach a route. */
  static DirectHandlers directHandlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (DirectHandler.EventType event : DirectHandler.EventType.values()) {
      handlers.addHandler(event, Problems::direct);
    }
    return handlers.build();
  }

  private static DirectHandler.TransportResponse direct(
      DirectHandler.TransportRequest request,
      DirectHandler.EventType event,
      Status status,
      ServerResponseHeaders headers,
      String message) {
    return DirectHandler.TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, PROBLEM_JSON)
        .keepAlive(false)
        .entity(RestJson.write(ofStatus(status)))
        .build();
  }
}
