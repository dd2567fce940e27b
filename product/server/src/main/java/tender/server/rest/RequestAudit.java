package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tender.server.model.Access;
import tender.server.model.AuditEvent;
import tender.server.rest.request.AuditDetail;
import tender.support.http.ClientAddress;
import tender.support.http.Route;
import tender.support.text.LogLimiter;

/**
 * Records requests in the audit log before they are answered: all that may change something, and
 * all that are refused because of rights or quotas. By its method a request changes something, so
 * that no route can forget to be recorded.
 */
final class RequestAudit {
  /** These only read, or they transfer content for a submission, which is recorded. */
  private static final Set<String> UNRECORDED_ROUTES = Set.of("/v1/bag-files");

  private static final String UNRECORDED_PREFIX = "/v1/blobs/";
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int INTERNAL_ERROR = 500;

  private final Consumer<AuditEvent> audit;

  /** Requests without a valid token must not fill the log. */
  private final LogLimiter anonymousRefusals = new LogLimiter();

  /** Nor must those beyond a quota. */
  private final LogLimiter exceededQuotas = new LogLimiter();

  /**
   * @param audit stores an event before it returns
   */
  RequestAudit(Consumer<AuditEvent> audit) {
    this.audit = audit;
  }

  /** Lets a request be recorded just before its answer is sent. */
  void observe(Route route, ServerRequest request, ServerResponse response) {
    response.beforeSend(() -> answering(route, request, response));
  }

  private void answering(Route route, ServerRequest request, ServerResponse response) {
    int status = response.status().code();
    Optional<String> user =
        request.context().get(Access.class).map(access -> AuditEvent.user(access.user()));
    if (user.isEmpty() && isRefusal(status)) {
      anonymousRefusals
          .next(ClientAddress.of(request))
          .ifPresent(
              others ->
                  record("anonymous", route, request, response, result(status) + others(others)));
    } else if (user.isPresent() && status == TOO_MANY_REQUESTS) {
      exceededQuotas
          .next(user.get())
          .ifPresent(
              others ->
                  record(user.get(), route, request, response, result(status) + others(others)));
    } else if (user.isPresent() && (isChange(route) || isRefusal(status))) {
      record(user.get(), route, request, response, result(status));
    }
  }

  private static boolean isChange(Route route) {
    return !route.method().equals(Method.GET)
        && !route.method().equals(Method.HEAD)
        && !UNRECORDED_ROUTES.contains(route.path())
        && !route.path().startsWith(UNRECORDED_PREFIX);
  }

  private static boolean isRefusal(int status) {
    return status == UNAUTHORIZED || status == FORBIDDEN || status == TOO_MANY_REQUESTS;
  }

  private static String result(int status) {
    if (status < BAD_REQUEST) {
      return AuditEvent.DONE;
    }
    return (status < INTERNAL_ERROR ? "refused: " : "failed: ") + status;
  }

  private static String others(long suppressed) {
    return suppressed == 0 ? "" : ", and " + suppressed + " more of this kind before";
  }

  private void record(
      String actor, Route route, ServerRequest request, ServerResponse response, String result) {
    // What was created has a path that only the answer has.
    String target = response.headers().first(HeaderNames.LOCATION).orElse(request.path().rawPath());
    Optional<String> detail = AuditDetail.of(request);
    audit.accept(
        new AuditEvent(
            actor,
            ClientAddress.of(request),
            route.method().text() + " " + route.path(),
            target + detail.map(text -> ": " + text).orElse(""),
            result));
  }
}
