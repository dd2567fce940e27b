package tender.server.rest;

import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.stream.Stream;
import tender.server.api.BagApi;
import tender.server.api.ApiException;
import tender.server.api.BagDetailApi;
import tender.support.http.HttpListener;
import tender.support.http.HttpListenerConfig;
import tender.support.http.DashboardRoutes;
import tender.support.http.Problem;
import tender.support.http.ProblemException;
import tender.support.http.ProblemHandler;
import tender.support.http.Route;

/** The REST server. */
public final class RestServer implements AutoCloseable {
  /** Streams of events last, and whoever only asks must not wait for them. */
  private static final int MOST_REQUESTS = 2 * EventRoutes.MAX_STREAMS;

  /** With these methods people try what is not served. */
  private static final List<Method> NOT_SERVED =
      List.of(Method.GET, Method.POST, Method.PUT, Method.DELETE, Method.HEAD);

  private static final String ANY_PATH = "/*";

  private static final ProblemHandler PROBLEMS =
      new ProblemHandler(
          "/openapi.yaml says what is served, and how to ask.",
          "the market's operator",
          RequestParser::bagIdInPath);

  private final HttpListener listener;

  /** One that nobody watches. */
  public RestServer(
      HttpListenerConfig settings, BagApi desk, BagDetailApi details, UserTokens accounts) {
    this(settings, desk, details, accounts, RequestListener.NONE);
  }

  public RestServer(
      HttpListenerConfig settings,
      BagApi desk,
      BagDetailApi details,
      UserTokens accounts,
      RequestListener watch) {
    Stream<Route> others = NOT_SERVED.stream().map(RestServer::other);
    List<Route> watched =
        Stream.concat(routes(desk, details, accounts, watch).stream(), others)
            .map(route -> watched(route, watch))
            .toList();
    listener = new HttpListener(settings, MOST_REQUESTS, watched, PROBLEMS, RestServer::failed);
  }

  private static Route other(Method method) {
    return new Route(method, ANY_PATH, PROBLEMS::routeNotFound);
  }

  /** Whatever becomes of a request, it is told when the answer is on its way. */
  private static Route watched(Route route, RequestListener watch) {
    String path = route.path().equals(ANY_PATH) ? RequestListener.NO_ROUTE : route.path();
    return new Route(
        route.method(),
        route.path(),
        (request, response) -> {
          long startNanos = System.nanoTime();
          response.whenSent(
              () ->
                  watch.requestAnswered(
                      route.method().text(),
                      path,
                      response.status().code(),
                      System.nanoTime() - startNanos));
          route.handler().handle(request, response);
        });
  }

  static List<Route> routes(
      BagApi desk, BagDetailApi details, UserTokens accounts, RequestListener watch) {
    RequestAuthenticator caller = new RequestAuthenticator(accounts);
    return Stream.of(
            new MarketRoutes(desk, caller).routes(),
            new BagRoutes(desk, caller, watch).routes(),
            new DetailRoutes(details, caller).routes(),
            new DashboardRoutes("index.html").routes(),
            new EventRoutes(desk, caller).routes(),
            new FileRoutes(desk, caller).routes())
        .flatMap(List::stream)
        .toList();
  }

  private static void failed(ServerRequest request, ServerResponse response, Throwable failure) {
    PROBLEMS.handle(
        request,
        response,
        failure instanceof ApiException refusal ? new ProblemException(of(refusal)) : failure);
  }

  private static Problem of(ApiException refusal) {
    int status =
        switch (refusal.kind()) {
          case NOT_FOUND -> 404;
          case NOT_ALLOWED -> 403;
          case CONFLICT -> 409;
          case INVALID -> 422;
          case TOO_LARGE -> 413;
          case UNAVAILABLE -> 503;
        };
    return new Problem(status, String.valueOf(refusal.getMessage()), refusal.advice());
  }

  /** Begins to listen. */
  public void start() {
    listener.start();
  }

  /** Where it listens. */
  public int port() {
    return listener.port();
  }

  @Override
  public void close() {
    listener.close();
  }
}
