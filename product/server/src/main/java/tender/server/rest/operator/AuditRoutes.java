package tender.server.rest.operator;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.server.api.operator.AuditReader;
import tender.server.api.operator.AuditReader.AuditRecord;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Routes for the audit log. */
final class AuditRoutes {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 1_000;
  private static final int EXPORT_PAGE = 1_000;

  private final AuditReader api;
  private final RequestAuthenticator authenticator;

  AuditRoutes(AuditReader api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/operator/audit", this::list),
        Route.get("/v1/operator/audit/export", this::export));
  }

  private record EntryJson(
      long number,
      Instant at,
      String actor,
      String address,
      String action,
      String target,
      String result,
      String hash) {
    static EntryJson of(AuditRecord one) {
      return new EntryJson(
          one.number(),
          Instant.ofEpochMilli(one.atMillis()),
          one.event().actor(),
          one.event().address(),
          one.event().action(),
          one.event().target(),
          one.event().result(),
          one.hash());
    }
  }

  private record EntriesJson(List<EntryJson> entries, @Nullable String next) {}

  private void list(ServerRequest request, ServerResponse response) {
    authenticator.auditor(request);
    int limit = (int) NumberParser.fromQuery(request, "limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    long before = NumberParser.fromQuery(request, "cursor", Long.MAX_VALUE, 0, Long.MAX_VALUE);
    Optional<String> actor =
        request.query().first("actor").asOptional().filter(text -> !text.isEmpty());
    List<AuditRecord> entries = api.newest(actor, before, limit);
    HttpResponses.json(
        response,
        new EntriesJson(
            entries.stream().map(EntryJson::of).toList(),
            entries.size() < limit ? null : String.valueOf(entries.getLast().number())));
  }

  /** Reads a page at a time, so that a log of any length needs little memory. */
  private void export(ServerRequest request, ServerResponse response) throws IOException {
    authenticator.auditor(request);
    long after = NumberParser.fromQuery(request, "after", 0, 0, Long.MAX_VALUE);
    List<AuditRecord> page = api.after(after, EXPORT_PAGE);
    OutputStream out = HttpResponses.stream(response, "application/jsonl");
    while (!page.isEmpty()) {
      for (AuditRecord one : page) {
        out.write(ResponseJson.write(EntryJson.of(one)));
        out.write('\n');
      }
      // The token may have been revoked meanwhile.
      authenticator.auditor(request);
      page = api.after(page.getLast().number(), EXPORT_PAGE);
    }
    out.close();
  }
}
