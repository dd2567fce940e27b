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

/** Answers whatever goes wrong with a problem, which tells nothing of the inside. */
public final class ProblemHandler {
  private static final System.Logger LOG = System.getLogger(ProblemHandler.class.getName());
  private static final String PROBLEM_JSON = "application/problem+json";

  private final String apiAdvice;
  private final String logReader;
  private final Function<String, Optional<?>> subjectOf;

  /**
   * @param howToAsk where it stands what is served
   * @param whomToTell who can look into the log
   */
  public ProblemHandler(String howToAsk, String whomToTell) {
    this(howToAsk, whomToTell, path -> Optional.empty());
  }

  /**
   * For paths that name what they are about.
   *
   * @param about what that is, for the log
   */
  public ProblemHandler(String howToAsk, String whomToTell, Function<String, Optional<?>> about) {
    this.apiAdvice = howToAsk;
    this.logReader = whomToTell;
    this.subjectOf = about;
  }

  public void handle(ServerRequest request, ServerResponse response, Throwable failure) {
    Problem problem =
        switch (failure) {
          case ProblemException e -> e.problem();
          case HttpException e -> ofStatus(e.status());
          case RequestException e -> ofStatus(e.status());
          default -> unexpected(request, failure);
        };
    send(response, problem);
  }

  /** What is not on any route. */
  public void routeNotFound(ServerRequest request, ServerResponse response) {
    send(
        response,
        new Problem(
            404,
            request.prologue().method().text()
                + " "
                + ResponseJson.abbreviate(request.path().rawPath())
                + " is not served.",
            apiAdvice));
  }

  private static void send(ServerResponse response, Problem problem) {
    response.status(Status.create(problem.status()));
    response.header(HeaderNames.CONTENT_TYPE, PROBLEM_JSON);
    if (problem.status() == Status.UNAUTHORIZED_401.code()) {
      response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    response.send(ResponseJson.write(problem));
  }

  private Problem ofStatus(Status status) {
    return new Problem(status.code(), "The request was not understood.", apiAdvice);
  }

  /** Says what happened to the log only, under a number by which it can be found there. */
  private Problem unexpected(ServerRequest request, Throwable failure) {
    UUID number = UUID.randomUUID();
    LOG.log(
        System.Logger.Level.ERROR,
        "Failure {0} of {1} {2}.",
        number,
        request.prologue().method(),
        ResponseJson.abbreviate(request.path().rawPath()),
        subjectOf.apply(request.path().rawPath()).orElse(null),
        failure);
    return new Problem(
        500,
        "It failed here, which is not your fault. It was noted as " + number + ".",
        "Try again in a moment; if it stays so, tell " + logReader + " that number.");
  }

  /** For requests so broken that they never reach a route. */
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
        .keepAlive(false)
        .entity(ResponseJson.write(ofStatus(status)))
        .build();
  }
}
