package tender.server.rest;

import tender.server.rest.json.BagJson;
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
import tender.server.model.UserId;
import tender.support.http.HttpResponses;
import tender.support.http.ResponseJson;
import tender.support.http.ProblemException;
import tender.support.http.Route;
import tender.support.http.NumberParser;

/** Tells a client of a bag whenever it changes, as server-sent events. */
final class EventRoutes {
  /** So many may listen at once; fewer than the requests that the server takes at once. */
  static final int MAX_STREAMS = 1_000;

  /** A stream ends, so that a client that is gone is noticed and replicas share the listeners. */
  private static final Duration LONGEST_STREAM = Duration.ofMinutes(30);

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final BagApi desk;
  private final RequestAuthenticator caller;
  private final Semaphore streams = new Semaphore(MAX_STREAMS);

  EventRoutes(BagApi desk, RequestAuthenticator caller) {
    this.desk = desk;
    this.caller = caller;
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/bags/{id}/events", this::events));
  }

  private void events(ServerRequest request, ServerResponse response) throws IOException {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    long since = since(request);
    // Whose bag it is must be known before the stream begins.
    BagView view = desk.status(person, bag);
    if (!streams.tryAcquire()) {
      throw ProblemException.unavailable(MAX_STREAMS + " clients listen already.");
    }
    try {
      tell(response, person, view, since);
    } catch (InterruptedException e) {
      // The server is being stopped; the client asks another one.
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is being stopped.", e);
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

  private void tell(ServerResponse response, UserId person, BagView first, long since)
      throws IOException, InterruptedException {
    response.header(HeaderNames.CACHE_CONTROL, "no-cache");
    OutputStream sink = HttpResponses.stream(response, "text/event-stream");
    long untilNanos = System.nanoTime() + LONGEST_STREAM.toNanos();
    long told = since;
    BagView view = first;
    while (true) {
      // A bag that has ended is told even to those who know, since nothing newer will come.
      boolean ended = view.state().isEnded();
      sink.write(view.version() > told || ended ? event(view) : utf8(": still here\n\n"));
      sink.flush();
      told = Math.max(told, view.version());
      if (ended || System.nanoTime() - untilNanos > 0) {
        sink.close();
        return;
      }
      view = desk.await(person, view.id(), told, HEARTBEAT);
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
