package tender.measure.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.MessageHandler;
import tender.agent.link.ServerAddress;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.server.MarketReplica;
import tender.server.store.Database;

/** The links of many agents in this process, each with its own certificate and connection. */
public final class AgentFleet implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Too many concurrent handshakes would exceed their timeout. */
  private static final int MAX_CONCURRENT = 10;

  private final Path folder;
  private final List<ProviderId> providers = new ArrayList<>();
  private final List<MarketLink> links = new ArrayList<>();

  public AgentFleet(Path folder) {
    this.folder = folder;
  }

  /** Enrols providers until there are this many. */
  public void enrol(Database database, int count, int port) throws IOException {
    var fingerprint = MarketReplica.authority(database).fingerprint();
    for (int i = providers.size(); i < count; i++) {
      ProviderId provider = new ProviderId("provider-%04d".formatted(i));
      String secret = database.providers().add(provider, TIMEOUT.toMillis()).orElseThrow();
      Files.createDirectories(folder(provider));
      AgentEnrolment.enrol(
          List.of(address(port)), new EnrolmentToken(secret, fingerprint), folder(provider));
      providers.add(provider);
    }
  }

  /**
   * Issues certificates until there are this many providers, without calls of a server. Each has
   * its own key, and the market's authority and database know it like an enrolled one.
   */
  public void issue(Database database, int count) throws InterruptedException {
    var issuer = new BulkIssuer(database, MarketReplica.authority(database));
    List<ProviderId> added =
        IntStream.range(providers.size(), count)
            .mapToObj(i -> new ProviderId("provider-%05d".formatted(i)))
            .toList();
    issuer.issueAll(added, this::folder);
    providers.addAll(added);
  }

  public List<ProviderId> providers() {
    return providers;
  }

  private Path folder(ProviderId provider) {
    return folder.resolve(provider.value());
  }

  private static ServerAddress address(int port) {
    return new ServerAddress("localhost", port);
  }

  /**
   * Connects an agent to the server at a port.
   *
   * @param inbox creates the handler that answers on the link
   */
  public void connect(ProviderId provider, int port, Function<MarketLink, MessageHandler> inbox)
      throws InterruptedException {
    startToConnect(provider, port, inbox);
    if (links.size() % MAX_CONCURRENT == 0) {
      awaitConnected();
    }
  }

  /** Starts to connect an agent, however many others connect at the same time. */
  public void startToConnect(
      ProviderId provider, int port, Function<MarketLink, MessageHandler> inbox) {
    MarketLink link = new MarketLink(new LinkSettings(List.of(address(port)), folder(provider)));
    links.add(link.start(inbox.apply(link)));
  }

  public int size() {
    return links.size();
  }

  /** How many agents are connected. */
  public long connected() {
    return links.stream().filter(MarketLink::isConnected).count();
  }

  public void awaitConnected() throws InterruptedException {
    long endNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (!links.stream().allMatch(MarketLink::isConnected)) {
      if (System.nanoTime() > endNanos) {
        throw new IllegalStateException("Not all agents connected in time.");
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    links.parallelStream().forEach(MarketLink::close);
  }
}
