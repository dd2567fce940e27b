package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.server.api.ApiException;
import tender.server.api.LoginApi;
import tender.server.api.LoginApi.BrowserLogin;
import tender.server.api.LoginApi.CompletedLogin;
import tender.server.api.LoginApi.DeviceLogin;
import tender.server.api.LoginApi.DeviceLoginResult;
import tender.server.api.LoginApi.NewSession;
import tender.server.api.LoginApi.ProviderAnswer;
import tender.server.model.AccessScope;
import tender.server.model.UserId;
import tender.server.rest.authentication.RateLimit;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.authentication.SessionCookies;
import tender.server.rest.request.RequestBody;
import tender.support.http.ClientAddress;
import tender.support.http.DashboardPage;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.Route;

/**
 * Routes for single sign-on. Logins and their refusals are recorded in the audit log where the
 * person is known; logouts are recorded as all requests that change something.
 */
final class LoginRoutes {
  private static final String LOGIN = "/v1/login";

  /** The element of the dashboard's page with the reason why a login failed. */
  private static final String PROBLEM = "tender-login-problem";

  private static final long MAX_BYTES = 4 << 10;

  /** Many people may share an address; a person needs two requests for a login in a browser. */
  private static final int MAX_LOGINS_PER_MINUTE = 120;

  private final Optional<LoginApi> login;
  private final Optional<SessionCookies> cookies;
  private final RequestAuthenticator authenticator;
  private final DashboardPage page;
  private final RateLimit limit = new RateLimit(MAX_LOGINS_PER_MINUTE);

  /**
   * @param page shows a browser why a login failed
   */
  LoginRoutes(
      Optional<LoginApi> login,
      Optional<SessionCookies> cookies,
      RequestAuthenticator authenticator,
      DashboardPage page) {
    this.login = login;
    this.cookies = cookies;
    this.authenticator = authenticator;
    this.page = page;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/session", this::session),
        Route.get(LOGIN, this::start),
        Route.get("/v1/login/callback", this::complete),
        Route.post("/v1/login/device", this::startDevice),
        Route.post("/v1/login/device/result", this::pollDevice),
        Route.post("/v1/logout", this::logout));
  }

  private record SessionJson(
      @Nullable String identityProvider, @Nullable String loginUrl, @Nullable String user) {}

  private record DeviceJson(
      String login,
      String userCode,
      String verificationUrl,
      @Nullable String completeUrl,
      double intervalSeconds,
      double validSeconds) {}

  private record DeviceResultJson(
      @Nullable String token,
      @Nullable String user,
      @Nullable Instant expires,
      double intervalSeconds) {}

  private record LogoutJson(@Nullable String continueAt) {}

  private LoginApi api() {
    return login.orElseThrow(
        () ->
            ProblemException.notFound(
                "This market has no single sign-on.", "Use a token of the market's operator."));
  }

  private SessionCookies cookies() {
    return cookies.orElseThrow();
  }

  /** For the dashboard, which cannot read the cookie. */
  private void session(ServerRequest request, ServerResponse response) {
    Optional<UserId> user = Optional.empty();
    if (login.isPresent()) {
      Optional<String> token = cookies().session(request);
      user = token.flatMap(login.get()::user);
      if (token.isPresent() && user.isEmpty()) {
        cookies().clearSession(response);
      }
    }
    HttpResponses.json(
        response,
        new SessionJson(
            login.map(LoginApi::providerName).orElse(null),
            login.map(api -> api.publicUrl() + LOGIN).orElse(null),
            user.map(UserId::value).orElse(null)));
  }

  private void start(ServerRequest request, ServerResponse response) {
    LoginApi api = api();
    answerPerson(
        request,
        response,
        () -> {
          requireRoom(request);
          BrowserLogin started = api.start(request.query().first("return").orElse("/"));
          cookies().setAttempt(response, started.attempt());
          redirect(response, started.url());
        });
  }

  private void complete(ServerRequest request, ServerResponse response) {
    LoginApi api = api();
    answerPerson(
        request,
        response,
        () -> {
          requireRoom(request);
          String attempt = cookies().attempt(request).orElse("");
          // It is worth one try.
          cookies().clearAttempt(response);
          CompletedLogin completed =
              api.complete(attempt, answer(request), ClientAddress.of(request));
          // A new login ends the former session of the browser.
          cookies().session(request).ifPresent(api::logout);
          NewSession session = completed.session();
          cookies()
              .setSession(
                  response,
                  session.token(),
                  Duration.between(Instant.now(), Instant.ofEpochMilli(session.expiresMillis())));
          redirect(response, URI.create(api.publicUrl() + completed.returnPath()));
        });
  }

  private static ProviderAnswer answer(ServerRequest request) {
    return new ProviderAnswer(
        query(request, "code"),
        query(request, "state"),
        query(request, "iss"),
        query(request, "error"),
        query(request, "error_description"));
  }

  private static Optional<String> query(ServerRequest request, String name) {
    return request.query().first(name).asOptional();
  }

  private static void redirect(ServerResponse response, URI to) {
    response.header(HeaderNames.CACHE_CONTROL, HttpResponses.NO_STORE);
    response.header(HeaderNames.create("Referrer-Policy"), "no-referrer");
    response.header(HeaderNames.LOCATION, to.toString());
    response.status(Status.SEE_OTHER_303).send();
  }

  /** A person sees these answers in a browser, so a refusal is a page or a text, and not JSON. */
  private void answerPerson(ServerRequest request, ServerResponse response, Runnable answer) {
    try {
      answer.run();
    } catch (ApiException e) {
      Status status = Status.create(RestServer.status(e));
      if (page.isFor(request)) {
        page.send(response, status, PROBLEM, e.getMessage() + " " + e.advice());
        return;
      }
      response.status(status);
      response.header(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
      response.header(HeaderNames.CACHE_CONTROL, HttpResponses.NO_STORE);
      String text = e.getMessage() + "\n" + e.advice() + "\n";
      response.send(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void startDevice(ServerRequest request, ServerResponse response) {
    LoginApi api = api();
    requireRoom(request);
    DeviceLogin started = api.startDevice(ClientAddress.of(request));
    HttpResponses.json(
        response,
        new DeviceJson(
            started.secret(),
            started.userCode(),
            started.verificationUrl().toString(),
            started.completeUrl().map(URI::toString).orElse(null),
            started.intervalMillis() / 1e3,
            started.validMillis() / 1e3));
  }

  private void pollDevice(ServerRequest request, ServerResponse response) {
    LoginApi api = api();
    requireRoom(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.DeviceLoginJson.class);
    if (body.login() == null) {
      throw ProblemException.unprocessable(
          "login is missing.", "Send what POST /v1/login/device answered.");
    }
    DeviceLoginResult result = api.pollDevice(body.login(), ClientAddress.of(request));
    Optional<NewSession> session = result.session();
    HttpResponses.json(
        response,
        new DeviceResultJson(
            session.map(NewSession::token).orElse(null),
            session.map(started -> started.user().value()).orElse(null),
            session.map(started -> Instant.ofEpochMilli(started.expiresMillis())).orElse(null),
            result.intervalMillis() / 1e3));
  }

  private void logout(ServerRequest request, ServerResponse response) {
    var _ = authenticator.access(request, AccessScope.READ);
    Optional<URI> next = api().logout(authenticator.token(request));
    cookies().clearSession(response);
    HttpResponses.json(response, new LogoutJson(next.map(URI::toString).orElse(null)));
  }

  private void requireRoom(ServerRequest request) {
    if (limit.isExceeded(ClientAddress.of(request))) {
      throw ApiException.tooMany(
          "Your address has sent more than %d requests for logins within a minute."
              .formatted(MAX_LOGINS_PER_MINUTE),
          "Try again in a minute.");
    }
  }
}
