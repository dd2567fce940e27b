package tender.app.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tender.agent.link.ServerAddress;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.MessageHandler;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.server.MarketReplica;
import tender.server.store.Database;

/** Many agents' links, each with a certificate and a connection of its own, in this process. */
final class AgentFleet implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Handshakes cost so much that too many at once take longer than is waited for them. */
  private static final int AT_ONCE = 10;

  private final Path folder;
  private final List<ProviderId> providers = new ArrayList<>();
  private final List<MarketLink> links = new ArrayList<>();

  AgentFleet(Path folder) {
    this.folder = folder;
  }

  /** Makes providers of the market until there are so many. */
  void enrol(Database database, int count, int port) throws IOException {
    var fingerprint = MarketReplica.authority(database).fingerprint();
    for (int i = providers.size(); i < count; i++) {
      ProviderId provider = new ProviderId("provider-%04d".formatted(i));
      String secret = database.providers().add(provider, PATIENCE.toMillis()).orElseThrow();
      Files.createDirectories(folder(provider));
      AgentEnrolment.enrol(
          List.of(address(port)), new EnrolmentToken(secret, fingerprint), folder(provider));
      providers.add(provider);
    }
  }

  List<ProviderId> providers() {
    return providers;
  }

  private Path folder(ProviderId provider) {
    return folder.resolve(provider.value());
  }

  private static ServerAddress address(int port) {
    return new ServerAddress("localhost", port);
  }

  /**
   * Connects one to the server at a port.
   *
   * @param inbox made for the link, by which it answers
   */
  void connect(ProviderId provider, int port, Function<MarketLink, MessageHandler> inbox)
      throws InterruptedException {
    MarketLink link = new MarketLink(new LinkSettings(List.of(address(port)), folder(provider)));
    links.add(link.start(inbox.apply(link)));
    if (links.size() % AT_ONCE == 0) {
      awaitConnected();
    }
  }

  void awaitConnected() throws InterruptedException {
    long endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!links.stream().allMatch(MarketLink::isConnected)) {
      if (System.nanoTime() > endNanos) {
        throw new IllegalStateException("Not all agents get through.");
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    links.parallelStream().forEach(MarketLink::close);
  }
}
