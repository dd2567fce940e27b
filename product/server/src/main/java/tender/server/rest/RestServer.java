package tender.server.rest;

import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tender.server.api.AccessTokenApi;
import tender.server.api.ApiException;
import tender.server.api.BagApi;
import tender.server.api.BagDetailApi;
import tender.server.api.HoldApi;
import tender.server.api.LoginApi;
import tender.server.api.NotificationApi;
import tender.server.api.ProjectApi;
import tender.server.api.operator.OperatorApi;
import tender.server.model.AuditEvent;
import tender.server.model.QuotaLookup;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.authentication.SessionCookies;
import tender.server.rest.authentication.UserTokens;
import tender.server.rest.operator.OperatorRoutes;
import tender.server.rest.request.LargeRequests;
import tender.support.http.DashboardPage;
import tender.support.http.DashboardRoutes;
import tender.support.http.HttpListener;
import tender.support.http.HttpListenerConfig;
import tender.support.http.Problem;
import tender.support.http.ProblemException;
import tender.support.http.ProblemHandler;
import tender.support.http.Route;

/** The REST server. */
public final class RestServer implements AutoCloseable {
  /** Leaves room for short requests beside long event streams. */
  private static final int MAX_REQUESTS = 2 * StreamLimits.MAX_STREAMS;

  /** Methods that are answered with a problem on unknown paths. */
  private static final List<Method> METHODS =
      List.of(Method.GET, Method.POST, Method.PUT, Method.DELETE, Method.HEAD);

  private static final String ANY_PATH = "/*";
  private static final String NUL = "%00";

  private static final ProblemHandler PROBLEMS =
      new ProblemHandler(
          "/openapi.yaml describes all routes.",
          "the market's operator",
          RequestParser::bagIdInPath);

  private final HttpListener listener;

  /**
   * @param holds for other markets; empty if there are none
   * @param login empty without single sign-on
   */
  public RestServer(
      HttpListenerConfig settings,
      BagApi bags,
      BagDetailApi details,
      AccessTokenApi accessTokens,
      ProjectApi projects,
      NotificationApi notifications,
      Optional<HoldApi> holds,
      Optional<LoginApi> login,
      OperatorApi operator,
      UserTokens tokens,
      QuotaLookup quotas,
      Consumer<AuditEvent> audit,
      RequestListener requestListener) {
    RequestAudit requestAudit = new RequestAudit(audit);
    LargeRequests largeRequests = new LargeRequests();
    Stream<Route> unknown =
        METHODS.stream().map(method -> new Route(method, ANY_PATH, PROBLEMS::routeNotFound));
    List<Route> observed =
        Stream.concat(
                routes(
                    bags,
                    details,
                    accessTokens,
                    projects,
                    notifications,
                    holds,
                    login,
                    operator,
                    tokens,
                    quotas,
                    requestListener)
                    .stream(),
                unknown)
            .map(route -> observed(route, requestAudit, largeRequests, requestListener))
            .toList();
    listener = new HttpListener(settings, MAX_REQUESTS, observed, PROBLEMS, RestServer::failed);
  }

  /** Records the request, and notifies the listener when it was answered, also after a failure. */
  private static Route observed(
      Route route,
      RequestAudit requestAudit,
      LargeRequests largeRequests,
      RequestListener requestListener) {
    String path = route.path().equals(ANY_PATH) ? RequestListener.NO_ROUTE : route.path();
    return new Route(
        route.method(),
        route.path(),
        (request, response) -> {
          long startNanos = System.nanoTime();
          requestAudit.observe(route, request, response);
          response.whenSent(
              () ->
                  requestListener.requestAnswered(
                      route.method().text(),
                      path,
                      response.status().code(),
                      System.nanoTime() - startNanos));
          requireStorableText(request);
          largeRequests.handle(route.handler(), request, response);
        });
  }

  /** PostgreSQL has no text with this character, so nothing has such a name. */
  private static void requireStorableText(ServerRequest request) {
    if (request.path().rawPath().contains(NUL)) {
      throw ProblemException.notFound(
          "No path has the character %s.".formatted(NUL), "Leave it out.");
    }
    if (request.query().rawValue().contains(NUL)) {
      throw ProblemException.unprocessable(
          "A parameter has the character %s.".formatted(NUL), "Leave it out.");
    }
  }

  static List<Route> routes(
      BagApi bags,
      BagDetailApi details,
      AccessTokenApi accessTokens,
      ProjectApi projects,
      NotificationApi notifications,
      Optional<HoldApi> holds,
      Optional<LoginApi> login,
      OperatorApi operator,
      UserTokens tokens,
      QuotaLookup quotas,
      RequestListener requestListener) {
    Optional<SessionCookies> cookies = login.map(api -> new SessionCookies(api.publicUrl()));
    RequestAuthenticator authenticator = new RequestAuthenticator(tokens, cookies, quotas);
    DashboardPage page = new DashboardPage("index.html");
    return Stream.of(
            new MarketRoutes(bags, authenticator).routes(),
            new BagRoutes(bags, authenticator, requestListener).routes(),
            new AccessTokenRoutes(accessTokens, authenticator).routes(),
            new ProjectRoutes(projects, authenticator).routes(),
            new NotificationRoutes(notifications, authenticator).routes(),
            new LoginRoutes(login, cookies, authenticator, page).routes(),
            new BagFileRoutes(authenticator).routes(),
            new DetailRoutes(details, authenticator).routes(),
            new DashboardRoutes(page).routes(),
            new EventRoutes(bags, authenticator, tokens, quotas).routes(),
            new FileRoutes(bags, authenticator).routes(),
            new UploadRoutes(bags, authenticator).routes(),
            new OperatorRoutes(operator, authenticator).routes(),
            holds.map(api -> new HoldRoutes(api, authenticator).routes()).orElse(List.of()))
        .flatMap(List::stream)
        .toList();
  }

  private static void failed(ServerRequest request, ServerResponse response, Throwable failure) {
    PROBLEMS.handle(
        request,
        response,
        failure instanceof ApiException exception ? new ProblemException(of(exception)) : failure);
  }

  /** The status of an answer. */
  static int status(ApiException exception) {
    return switch (exception.kind()) {
      case NOT_FOUND -> 404;
      case CONFLICT -> 409;
      case INVALID -> 422;
      case REFUSED -> 403;
      case TOO_MANY -> 429;
      case TOO_LARGE -> 413;
      case UNAVAILABLE -> 503;
    };
  }

  private static Problem of(ApiException exception) {
    return new Problem(
        status(exception), String.valueOf(exception.getMessage()), exception.advice());
  }

  /** Starts to listen. */
  public void start() {
    listener.start();
  }

  /** The port it listens on. */
  public int port() {
    return listener.port();
  }

  @Override
  public void close() {
    listener.close();
  }
}
