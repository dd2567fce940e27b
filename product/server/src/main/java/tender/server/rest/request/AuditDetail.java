package tender.server.rest.request;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;

/** What a request changes, for the audit log, where its path does not say it. */
public record AuditDetail(String text) {

  /** Lets the audit log have this text beside the path. */
  public static void add(ServerRequest request, String text) {
    request.context().register(new AuditDetail(text));
  }

  /** What was added to a request. */
  public static Optional<String> of(ServerRequest request) {
    return request.context().get(AuditDetail.class).map(AuditDetail::text);
  }
}
