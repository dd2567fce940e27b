package tender.server.rest;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.server.api.BagApi;
import tender.server.api.view.BagView;
import tender.server.model.QuotaLookup;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.authentication.StreamTokens;
import tender.server.rest.authentication.UserTokens;
import tender.server.rest.json.BagJson;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Sends a bag to a client whenever it changes, as server-sent events. */
final class EventRoutes {
  /** Streams are limited, to detect dead clients and to spread clients over replicas. */
  private static final Duration MAX_STREAM_DURATION = Duration.ofMinutes(30);

  /**
   * How often a stream without news checks its token and sends a heartbeat: a revoked token, or a
   * client that has closed the connection, ends a stream after at most twice this time.
   */
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);

  private final BagApi api;
  private final RequestAuthenticator authenticator;
  private final StreamTokens tokens;
  private final StreamLimits limits;

  EventRoutes(
      BagApi api, RequestAuthenticator authenticator, UserTokens tokens, QuotaLookup quotas) {
    limits = new StreamLimits(quotas);
    this.api = api;
    this.authenticator = authenticator;
    this.tokens = new StreamTokens(tokens, CHECK_INTERVAL);
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/bags/{id}/events", this::events));
  }

  private void events(ServerRequest request, ServerResponse response) throws IOException {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    long since = since(request);
    // Access must be checked before the stream starts.
    BagView view = api.status(user, bag);
    limits.acquire(user);
    try (StreamTokens.OpenStream stream = tokens.open(authenticator.token(request), user)) {
      sendEvents(response, user, stream, view, since);
    } catch (InterruptedException e) {
      // The server is shutting down; the client reconnects to another one.
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is shutting down.", e);
    } finally {
      limits.release(user);
    }
  }

  private static long since(ServerRequest request) {
    String last =
        request
            .headers()
            .first(HeaderNames.create("Last-Event-ID"))
            .or(() -> request.query().first("since").asOptional())
            .orElse("-1");
    return NumberParser.parse("since", last, -1, Long.MAX_VALUE);
  }

  private void sendEvents(
      ServerResponse response,
      UserId user,
      StreamTokens.OpenStream stream,
      BagView first,
      long since)
      throws IOException, InterruptedException {
    OutputStream sink = HttpResponses.stream(response, "text/event-stream");
    long untilNanos = System.nanoTime() + MAX_STREAM_DURATION.toNanos();
    BagView view = first;
    // An ended bag is always sent, because no newer version will follow.
    boolean isNews =
        view.version() > since || view.mark().failedAttempts() > 0 || view.state().isEnded();
    while (true) {
      sink.write(isNews ? event(view) : utf8(": heartbeat\n\n"));
      sink.flush();
      // After a revocation, the client's next request is answered with 401.
      if (view.state().isEnded() || System.nanoTime() - untilNanos > 0 || !stream.isAllowed()) {
        sink.close();
        return;
      }
      Optional<BagView> changed = api.await(user, view, CHECK_INTERVAL);
      isNews = changed.isPresent();
      view = changed.orElse(view);
    }
  }

  private static byte[] event(BagView view) {
    String data = new String(ResponseJson.write(BagJson.of(view)), StandardCharsets.UTF_8);
    return utf8("id: " + view.version() + "\nevent: bag\ndata: " + data + "\n\n");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
