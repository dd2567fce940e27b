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
import java.util.concurrent.Semaphore;
import tender.core.model.BagId;
import tender.server.api.BagApi;
import tender.server.api.view.BagView;
import tender.server.api.view.FailedAttempts;
import tender.server.model.UserId;
import tender.server.rest.json.BagJson;
import tender.support.http.HttpResponses;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Sends a bag to a client whenever it changes, as server-sent events. */
final class EventRoutes {
  /** The number of concurrent streams; fewer than the concurrent requests of the server. */
  static final int MAX_STREAMS = 1_000;

  /** Streams are limited, to detect dead clients and to spread clients over replicas. */
  private static final Duration MAX_STREAM_DURATION = Duration.ofMinutes(30);

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /** Reports of failed attempts do not change the version of a bag and are found by polling. */
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);

  /**
   * A revoked token ends a stream after this time and the poll interval, which is 5 s together. Not
   * checked at every change, because a bag may change many times a second.
   */
  private static final Duration TOKEN_CHECK_INTERVAL = Duration.ofSeconds(2);

  private final BagApi api;
  private final RequestAuthenticator authenticator;
  private final Semaphore streams = new Semaphore(MAX_STREAMS);

  EventRoutes(BagApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
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
    if (!streams.tryAcquire()) {
      throw ProblemException.unavailable(
          "The limit of " + MAX_STREAMS + " event streams is reached.");
    }
    try {
      sendEvents(request, response, user, view, since);
    } catch (InterruptedException e) {
      // The server is shutting down; the client reconnects to another one.
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is shutting down.", e);
    } finally {
      streams.release();
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
      ServerRequest request, ServerResponse response, UserId user, BagView first, long since)
      throws IOException, InterruptedException {
    OutputStream sink = HttpResponses.stream(response, "text/event-stream");
    long untilNanos = System.nanoTime() + MAX_STREAM_DURATION.toNanos();
    long checkedNanos = System.nanoTime();
    long sentVersion = since;
    int sentFailures = 0;
    long sentNanos = System.nanoTime() - HEARTBEAT.toNanos();
    BagView view = first;
    while (true) {
      // An ended bag is always sent, because no newer version will follow.
      boolean ended = view.state().isEnded();
      boolean isChanged =
          view.version() > sentVersion || failedAttempts(view) > sentFailures || ended;
      if (isChanged || System.nanoTime() - sentNanos >= HEARTBEAT.toNanos()) {
        sink.write(isChanged ? event(view) : utf8(": heartbeat\n\n"));
        sink.flush();
        sentNanos = System.nanoTime();
      }
      sentVersion = Math.max(sentVersion, view.version());
      sentFailures = failedAttempts(view);
      if (ended || System.nanoTime() - untilNanos > 0) {
        sink.close();
        return;
      }
      view = api.await(user, view.id(), sentVersion, POLL_INTERVAL);
      if (System.nanoTime() - checkedNanos >= TOKEN_CHECK_INTERVAL.toNanos()) {
        checkedNanos = System.nanoTime();
        if (!authenticator.isStill(request, user)) {
          // The client's next request is answered with 401.
          sink.close();
          return;
        }
      }
    }
  }

  private static int failedAttempts(BagView view) {
    return view.failedAttempts().map(FailedAttempts::count).orElse(0);
  }

  private static byte[] event(BagView view) {
    String data = new String(ResponseJson.write(BagJson.of(view)), StandardCharsets.UTF_8);
    return utf8("id: " + view.version() + "\nevent: bag\ndata: " + data + "\n\n");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
