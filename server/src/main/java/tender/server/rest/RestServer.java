package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.stream.Stream;
import tender.server.market.view.BagDesk;
import tender.server.market.view.DeskRefusal;
import tender.server.market.view.DetailDesk;
import tender.web.Listener;
import tender.web.ListenerSettings;
import tender.web.PageRoutes;
import tender.web.Problem;
import tender.web.ProblemException;
import tender.web.Problems;
import tender.web.Route;

/** The REST server. */
public final class RestServer implements AutoCloseable {
  /** Streams of events last, and whoever only asks must not wait for them. */
  private static final int MOST_REQUESTS = 2 * EventRoutes.MOST_STREAMS;

  private static final Problems PROBLEMS =
      new Problems("/openapi.yaml says what is served, and how to ask.", "the market's operator");

  private final Listener listener;

  public RestServer(
      ListenerSettings settings, BagDesk desk, DetailDesk details, Accounts accounts) {
    listener =
        new Listener(
            settings, MOST_REQUESTS, routes(desk, details, accounts), PROBLEMS, RestServer::failed);
  }

  static List<Route> routes(BagDesk desk, DetailDesk details, Accounts accounts) {
    Caller caller = new Caller(accounts);
    return Stream.of(
            new MarketRoutes(desk, caller).routes(),
            new BagRoutes(desk, caller).routes(),
            new DetailRoutes(details, caller).routes(),
            new PageRoutes("index.html").routes(),
            new EventRoutes(desk, caller).routes(),
            new FileRoutes(desk, caller).routes())
        .flatMap(List::stream)
        .toList();
  }

  private static void failed(ServerRequest request, ServerResponse response, Throwable failure) {
    PROBLEMS.answer(
        request,
        response,
        failure instanceof DeskRefusal refusal ? new ProblemException(of(refusal)) : failure);
  }

  private static Problem of(DeskRefusal refusal) {
    int status =
        switch (refusal.kind()) {
          case NOT_FOUND -> 404;
          case NOT_ALLOWED -> 403;
          case CONFLICT -> 409;
          case NOT_USABLE -> 422;
          case TOO_LARGE -> 413;
          case UNAVAILABLE -> 503;
        };
    return new Problem(status, String.valueOf(refusal.getMessage()), refusal.advice());
  }

  /** Begins to listen. */
  public void start() {
    listener.start();
  }

  /** Where it listens. */
  public int port() {
    return listener.port();
  }

  @Override
  public void close() {
    listener.close();
  }
}
