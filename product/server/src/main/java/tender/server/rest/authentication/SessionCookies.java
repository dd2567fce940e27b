package tender.server.rest.authentication;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import tender.support.http.ProblemException;

/**
 * The cookies of browsers that log in. Scripts cannot read them, and browsers send them to this
 * host only.
 *
 * <p>A browser sends its cookies with requests of other pages too. SameSite=Lax leaves them out of
 * requests that other sites cause, but not of those of another host of the same site, which anyone
 * in an institution may run. So a request with a cookie that changes something must say that it
 * comes from a page of this market: by the header Origin, which every browser sends with such
 * requests and no page can set.
 */
public final class SessionCookies {
  private static final String SESSION = "tender";
  private static final String ATTEMPT = "tender-login";

  /** Browsers accept such a cookie only over TLS, and no other host can set it. */
  private static final String HOST_PREFIX = "__Host-";

  private static final Duration ATTEMPT_DURATION = Duration.ofMinutes(10);

  private final String origin;
  private final boolean isSecure;

  /**
   * @param publicUrl where browsers reach this market; plain HTTP is for loopback
   */
  public SessionCookies(URI publicUrl) {
    origin = publicUrl.toString();
    isSecure = publicUrl.getScheme().equals("https");
  }

  /**
   * The session's token that a browser sends.
   *
   * @throws ProblemException if another page has caused the request
   */
  Optional<String> token(ServerRequest request) {
    Optional<String> token = session(request);
    if (token.isPresent()) {
      Method method = request.prologue().method();
      boolean isRead = method.equals(Method.GET) || method.equals(Method.HEAD);
      if (!isRead && !isOwnPage(request)) {
        throw ProblemException.forbidden(
            "The request has the cookie of a login, and does not come from a page of this market.",
            "Use the dashboard at " + origin + ", or send a token in the header Authorization.");
      }
    }
    return token;
  }

  /** The session's token, for requests that change nothing. */
  public Optional<String> session(ServerRequest request) {
    return read(request, SESSION);
  }

  private boolean isOwnPage(ServerRequest request) {
    return request.headers().first(HeaderNames.ORIGIN).filter(origin::equals).isPresent();
  }

  /** The login that the browser has started, not validated. */
  public Optional<String> attempt(ServerRequest request) {
    return read(request, ATTEMPT);
  }

  private Optional<String> read(ServerRequest request, String name) {
    return request.headers().cookies().first(name(name)).asOptional();
  }

  private String name(String name) {
    return isSecure ? HOST_PREFIX + name : name;
  }

  /** Keeps a login that was started. */
  public void setAttempt(ServerResponse response, String attempt) {
    set(response, ATTEMPT, attempt, ATTEMPT_DURATION.toSeconds());
  }

  /** Keeps a session, and forgets how it was started. */
  public void setSession(ServerResponse response, String token, Duration validity) {
    set(response, SESSION, token, validity.toSeconds());
    clearAttempt(response);
  }

  /** Forgets the session. */
  public void clearSession(ServerResponse response) {
    set(response, SESSION, "", 0);
  }

  /** Forgets a login that was started: it cannot be completed twice. */
  public void clearAttempt(ServerResponse response) {
    set(response, ATTEMPT, "", 0);
  }

  private void set(ServerResponse response, String name, String value, long maxAgeSeconds) {
    response
        .headers()
        .add(
            HeaderNames.SET_COOKIE,
            "%s=%s; Max-Age=%d; Path=/; HttpOnly; SameSite=Lax%s"
                .formatted(name(name), value, maxAgeSeconds, isSecure ? "; Secure" : ""));
  }
}
