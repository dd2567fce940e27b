package tender.support.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Turns exceptions into problem responses that reveal no internals. */
public final class ProblemHandler {
  private static final System.Logger LOG = System.getLogger(ProblemHandler.class.getName());
  private static final String PROBLEM_JSON = "application/problem+json";

  private final String apiAdvice;
  private final String logReader;
  private final Function<String, Optional<?>> subjectOf;

  /**
   * @param apiAdvice where the API is documented
   * @param logReader the role that can read the log, such as "the operator"
   */
  public ProblemHandler(String apiAdvice, String logReader) {
    this(apiAdvice, logReader, path -> Optional.empty());
  }

  /**
   * For APIs whose paths contain the subject of a request.
   *
   * @param subjectOf finds the subject, such as a bag, for the log
   */
  public ProblemHandler(
      String apiAdvice, String logReader, Function<String, Optional<?>> subjectOf) {
    this.apiAdvice = apiAdvice;
    this.logReader = logReader;
    this.subjectOf = subjectOf;
  }

  public void handle(ServerRequest request, ServerResponse response, Throwable failure) {
    Problem problem =
        switch (failure) {
          case ProblemException e -> e.problem();
          case HttpException e -> ofStatus(e.status());
          case RequestException e -> ofStatus(e.status());
          default -> unexpected(request, failure);
        };
    if (failure instanceof ProblemException e) {
      e.retryAfterSeconds()
          .ifPresent(
              seconds -> response.header(HeaderNames.RETRY_AFTER, Integer.toString(seconds)));
    }
    send(response, problem);
  }

  /** Handles a request that matches no route. */
  public void routeNotFound(ServerRequest request, ServerResponse response) {
    send(
        response,
        new Problem(
            404,
            "%s %s is not a path of this API."
                .formatted(
                    request.prologue().method().text(),
                    ResponseJson.abbreviate(request.path().rawPath())),
            apiAdvice));
  }

  private static void send(ServerResponse response, Problem problem) {
    response.status(Status.create(problem.status()));
    response.header(HeaderNames.CONTENT_TYPE, PROBLEM_JSON);
    response.header(HeaderNames.CACHE_CONTROL, HttpResponses.NO_STORE);
    if (problem.status() == Status.UNAUTHORIZED_401.code()) {
      response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    response.send(ResponseJson.write(problem));
  }

  private Problem ofStatus(Status status) {
    return new Problem(status.code(), "The request is not valid.", apiAdvice);
  }

  /** Logs the exception under an id; the response contains only the id. */
  private Problem unexpected(ServerRequest request, Throwable failure) {
    UUID failureId = UUID.randomUUID();
    LOG.log(
        System.Logger.Level.ERROR,
        "Request failed: id={0} method={1} path={2}",
        failureId,
        request.prologue().method(),
        ResponseJson.abbreviate(request.path().rawPath()),
        subjectOf.apply(request.path().rawPath()).orElse(null),
        failure);
    return new Problem(
        500,
        "Internal error " + failureId + ".",
        "Try again. If the error persists, report its id to " + logReader + ".");
  }

  /** For invalid requests that reach no route. */
  DirectHandlers directHandlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (DirectHandler.EventType event : DirectHandler.EventType.values()) {
      handlers.addHandler(event, this::direct);
    }
    return handlers.build();
  }

  private DirectHandler.TransportResponse direct(
      DirectHandler.TransportRequest request,
      DirectHandler.EventType event,
      Status status,
      ServerResponseHeaders headers,
      String message) {
    return DirectHandler.TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, PROBLEM_JSON)
        .header(HeaderNames.CACHE_CONTROL, HttpResponses.NO_STORE)
        .keepAlive(false)
        .entity(ResponseJson.write(ofStatus(status)))
        .build();
  }
}
