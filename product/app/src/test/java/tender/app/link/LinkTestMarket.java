package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.MessageHandler;
import tender.agent.link.ServerAddress;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.EnrolmentToken;
import tender.server.agents.AgentGateway;
import tender.server.agents.GatewaySettings;
import tender.server.agents.limits.ConnectionLimits;

/** Servers and agents of one market, all on this machine, with real connections between them. */
final class LinkTestMarket implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Failures in these tests are intended. Kept in a field, because an unreferenced logger may be
   * garbage-collected with its level.
   */
  private static final List<Logger> QUIET =
      List.of(Logger.getLogger("tender"), Logger.getLogger("io.grpc"));

  static {
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
  }

  final FakeAgentHandler handler = new FakeAgentHandler();
  private final Path folder;
  private final List<MarketLink> links = new ArrayList<>();
  private final List<AgentGateway> servers = new CopyOnWriteArrayList<>();
  Duration certificateLife = GatewaySettings.DEFAULT_CERTIFICATE_VALIDITY;
  ConnectionLimits limits = ConnectionLimits.DEFAULT;

  LinkTestMarket(Path folder) {
    this.folder = folder;
    handler.sender = (to, messages) -> servers.forEach(server -> server.send(to, messages));
  }

  AgentGateway server() throws IOException {
    return server(0);
  }

  AgentGateway server(int port) throws IOException {
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var settings = new GatewaySettings(listen, List.of("localhost"), certificateLife, limits);
    AgentGateway server = new AgentGateway(settings, handler.authorities, handler, handler).start();
    servers.add(server);
    return server;
  }

  /** Enrols an agent and starts its link. */
  MarketLink agent(String provider, MessageHandler messageHandler, AgentGateway... servers) {
    enrol(provider, servers);
    return link(provider, messageHandler, servers);
  }

  void enrol(String provider, AgentGateway... servers) {
    EnrolmentToken token = handler.issueToken(provider);
    assertThat(AgentEnrolment.enrol(addresses(servers), token, folder(provider)))
        .isEqualTo(new ProviderId(provider));
  }

  MarketLink link(String provider, MessageHandler messageHandler, AgentGateway... servers) {
    return link(provider, messageHandler, addresses(servers));
  }

  MarketLink link(String provider, MessageHandler messageHandler, List<ServerAddress> addresses) {
    var settings = new LinkSettings(addresses, folder(provider));
    MarketLink link = new MarketLink(settings).start(messageHandler);
    links.add(link);
    return link;
  }

  Path folder(String provider) {
    return folder.resolve(provider);
  }

  static List<ServerAddress> addresses(AgentGateway... servers) {
    return Arrays.stream(servers)
        .map(server -> new ServerAddress("localhost", server.port()))
        .toList();
  }

  static void await(String what, BooleanSupplier condition) {
    long untilNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("timed out waiting for: " + what).isLessThan(untilNanos);
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static ReservationId reservation(String provider, int attempt) {
    return new ReservationId(new CallId(new BagId("7"), 1), attempt, new ProviderId(provider));
  }

  static Message.Call call(int round) {
    return new Message.Call(new CallId(new BagId("7"), round), new Bag(100, 1, 1_000, 0, 9_000));
  }

  /** A call in the outbox for a provider, as the message of this version. */
  static OutboxMessage outboxMessage(String to, long version) {
    return new OutboxMessage(
        new OutboxMessage.Id(new BagId("7"), version, 0), new ProviderId(to), call((int) version));
  }

  @Override
  public void close() {
    // Agents first, so that they do not log errors about missing servers.
    links.forEach(MarketLink::close);
    servers.forEach(AgentGateway::close);
  }
}
