package tender.agent.page;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tender.agent.provider.ClusterView;
import tender.agent.provider.Giving;
import tender.agent.provider.ProviderAgent;
import tender.observe.meters.Meters;
import tender.web.Answer;
import tender.web.Bearer;
import tender.web.Json;
import tender.web.Listener;
import tender.web.ListenerSettings;
import tender.web.PageRoutes;
import tender.web.ProblemException;
import tender.web.Problems;
import tender.web.Route;
import tender.web.WholeNumber;

/** Serves the owner's page on loopback. */
public final class OwnerPage implements AutoCloseable {
  private static final Logger LOG = System.getLogger(OwnerPage.class.getName());
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MOST_REQUESTS = 50;
  private static final int MOST_LINES = 500;
  private static final int USUAL_LINES = 50;
  private static final Bearer BEARER =
      new Bearer("The command \"tender agent page\" prints a link that has it.");
  private static final Problems PROBLEMS =
      new Problems("docs/owner.md says what is served.", "whoever runs this agent");

  private final String provider;
  private final ProviderAgent agent;
  private final BooleanSupplier isConnected;
  private final Supplier<String> metrics;
  private final Disclosures disclosures;
  private final String token;
  private final Listener listener;

  private OwnerPage(
      String provider,
      ProviderAgent agent,
      BooleanSupplier isConnected,
      Supplier<String> metrics,
      Path state,
      int port)
      throws IOException {
    this.provider = provider;
    this.agent = agent;
    this.isConnected = isConnected;
    this.metrics = metrics;
    disclosures = new Disclosures(state.resolve("disclosures.log"));
    token = PageKey.token(state);
    listener =
        new Listener(
            new ListenerSettings(LOOPBACK, port, Optional.empty()),
            MOST_REQUESTS,
            routes(),
            PROBLEMS,
            PROBLEMS::answer);
  }

  /**
   * Begins to listen, and writes down where.
   *
   * @param metrics what Prometheus reads, who needs the token like everybody
   * @param port 0 for any that is free
   */
  public static OwnerPage start(
      String provider,
      ProviderAgent agent,
      BooleanSupplier isConnected,
      Supplier<String> metrics,
      Path state,
      int port)
      throws IOException {
    OwnerPage page = new OwnerPage(provider, agent, isConnected, metrics, state, port);
    page.listener.start();
    URI address = URI.create("http://" + LOOPBACK + ":" + page.listener.port());
    new PageKey(address, page.token).store(state);
    LOG.log(Level.INFO, "The owner's page: tender agent page FILE prints a link to it.");
    return page;
  }

  private List<Route> routes() {
    List<Route> routes = new ArrayList<>(new PageRoutes("owner.html").routes());
    routes.add(Route.get("/v1/cluster", this::cluster));
    routes.add(Route.get("/v1/disclosures", this::disclosed));
    routes.add(Route.put("/v1/giving", this::give));
    routes.add(Route.get("/metrics", this::measured));
    return routes;
  }

  private void cluster(ServerRequest request, ServerResponse response) {
    letIn(request);
    Answer.json(response, ClusterBody.of(provider, isConnected.getAsBoolean(), agent.view()));
  }

  private void measured(ServerRequest request, ServerResponse response) {
    letIn(request);
    response.header(HeaderNames.CONTENT_TYPE, Meters.CONTENT_TYPE);
    response.send(metrics.get());
  }

  private void disclosed(ServerRequest request, ServerResponse response) {
    letIn(request);
    long before = WholeNumber.asked(request, "before", Long.MAX_VALUE, 1, Long.MAX_VALUE);
    int limit = (int) WholeNumber.asked(request, "limit", USUAL_LINES, 1, MOST_LINES);
    try {
      Answer.json(response, disclosures.before(before, limit));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is not said stays as it is. */
  private void give(ServerRequest request, ServerResponse response) {
    letIn(request);
    ClusterView now = agent.view();
    Giving before = now.giving();
    boolean paused =
        switch (request.query().first("paused").orElse(String.valueOf(before.paused()))) {
          case "true" -> true;
          case "false" -> false;
          case String other ->
              throw ProblemException.notUsable(
                  "paused is \"" + Json.shown(other) + "\".", "Say true or false.");
        };
    int most = now.givable();
    int processors =
        (int)
            WholeNumber.asked(
                request, "processors", Math.min(before.processorsAtMost(), most), 1, most);
    // All there is today means all there is tomorrow too.
    agent.give(new Giving(paused, processors == most ? Integer.MAX_VALUE : processors));
    cluster(request, response);
  }

  private void letIn(ServerRequest request) {
    byte[] given = BEARER.tokenOf(request).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(given, token.getBytes(StandardCharsets.UTF_8))) {
      throw BEARER.notValid();
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
