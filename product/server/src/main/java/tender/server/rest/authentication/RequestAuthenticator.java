package tender.server.rest.authentication;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.QuotaLookup;
import tender.server.model.Role;
import tender.server.model.UserId;
import tender.support.http.BearerTokenReader;
import tender.support.http.ClientAddress;
import tender.support.http.ProblemException;

/**
 * Authenticates requests by their bearer token, or by the cookie of a login, and checks what it and
 * the quotas allow.
 */
public final class RequestAuthenticator {
  private static final BearerTokenReader BEARER =
      new BearerTokenReader("Ask the market's operator for one.");
  private static final String ROLE_ADVICE =
      "Ask an operator of the market; tender operator set-role changes roles.";

  private final UserTokens tokens;
  private final Optional<SessionCookies> cookies;
  private final RequestRates rates;
  private final WrongTokenThrottle throttle = new WrongTokenThrottle();

  /**
   * @param cookies empty without single sign-on
   */
  public RequestAuthenticator(
      UserTokens tokens, Optional<SessionCookies> cookies, QuotaLookup quotas) {
    this.tokens = tokens;
    this.cookies = cookies;
    rates = new RequestRates(quotas);
  }

  /** For requests that take long: the token of the user that {@link #user} returned. */
  public String token(ServerRequest request) {
    if (request.headers().contains(HeaderNames.AUTHORIZATION)) {
      return BEARER.read(request);
    }
    return cookies.flatMap(cookie -> cookie.token(request)).orElseGet(() -> BEARER.read(request));
  }

  /**
   * The user whose token the request has. By its method a request reads or changes something, so no
   * route can forget to require the right scope.
   */
  public UserId user(ServerRequest request) {
    Method method = request.prologue().method();
    boolean isRead = method.equals(Method.GET) || method.equals(Method.HEAD);
    return access(request, isRead ? AccessScope.READ : AccessScope.SUBMIT).user();
  }

  /** The access of an operator, who changes something of the market. */
  public Access operator(ServerRequest request) {
    Access access = authenticate(request);
    if (access.role() != Role.OPERATOR) {
      throw ProblemException.forbidden(
          "Your role is %s, and this request needs operator.".formatted(access.role().text()),
          ROLE_ADVICE);
    }
    if (!access.mayOperate()) {
      throw scopeNeeded(access, AccessScope.ADMIN);
    }
    return access;
  }

  /** The access of an operator or an auditor, who look at what belongs to others. */
  public Access auditor(ServerRequest request) {
    Access access = authenticate(request);
    if (!access.mayAudit()) {
      throw ProblemException.forbidden(
          "Your role is user, and this request needs auditor or operator.", ROLE_ADVICE);
    }
    return access;
  }

  /**
   * The access of a request that needs a scope. An auditor cannot submit or change bags, also not
   * their own: an auditor who is not trusted to manage anything can do no harm.
   */
  public Access access(ServerRequest request, AccessScope needed) {
    Access access = authenticate(request);
    if (!access.scope().includes(needed)) {
      throw scopeNeeded(access, needed);
    }
    if (needed == AccessScope.SUBMIT && access.role() == Role.AUDITOR) {
      throw ProblemException.forbidden(
          "Your role is auditor, which changes nothing.", "Use another user for your bags.");
    }
    return access;
  }

  private static ProblemException scopeNeeded(Access access, AccessScope needed) {
    return ProblemException.forbidden(
        "The token has the scope %s, and this request needs %s."
            .formatted(access.scope().text(), needed.text()),
        "Use a token with this scope; tender token create makes one.");
  }

  private Access authenticate(ServerRequest request) {
    Optional<Access> access = tokens.find(token(request));
    if (access.isEmpty()) {
      throttle.delay(ClientAddress.of(request));
      throw BEARER.invalidToken();
    }
    // For the audit log.
    request.context().register(access.get());
    rates.book(access.get().user());
    return access.get();
  }
}
