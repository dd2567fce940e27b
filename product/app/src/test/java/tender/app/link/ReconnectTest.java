package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketUnavailableException;
import tender.agent.link.ServerAddress;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.agents.AgentGateway;
import tender.server.agents.rejection.AgentRejection;

/** An agent reconnects when servers restart, connections die and certificates expire. */
@Tag("live")
class ReconnectTest {
  private static final ProviderId PHYSICS = new ProviderId("physics");

  @TempDir Path folder;
  private LinkTestMarket market;

  @BeforeEach
  void begin() {
    market = new LinkTestMarket(folder);
  }

  @AfterEach
  void end() {
    market.close();
  }

  @Test
  void reconnectsToRestartedServer() throws Exception {
    AgentGateway first = market.server();
    Set<Message> received = ConcurrentHashMap.newKeySet();
    MarketLink link = market.agent("physics", received::add, first);
    LinkTestMarket.await("connected", link::isConnected);
    first.close();
    LinkTestMarket.await("disconnected", () -> !link.isConnected());
    link.send(new Message.Committed(LinkTestMarket.reservation("physics", 1)));
    assertThatThrownBy(() -> link.describe(new BagId("7")))
        .isInstanceOf(MarketUnavailableException.class);

    AgentGateway second = market.server(first.port());
    LinkTestMarket.await("connected again", link::isConnected);
    assertThat(second.connectedProviders()).containsExactly(PHYSICS);
    assertThat(second.resumedSessions()).isEqualTo(1);
    market.handler.enqueue(LinkTestMarket.outboxMessage("physics", 1));
    LinkTestMarket.await("received", () -> received.contains(LinkTestMarket.call(1)));
    // A message sent without a connection is lost: core sends it again.
    assertThat(market.handler.messages).isEmpty();
  }

  @Test
  void revokedAgentCannotResumeSession() throws Exception {
    AgentGateway first = market.server();
    MarketLink link = market.agent("physics", message -> {}, first);
    LinkTestMarket.await("connected", link::isConnected);
    first.close();
    LinkTestMarket.await("disconnected", () -> !link.isConnected());
    market.handler.revoked.add(PHYSICS);

    AgentGateway second = market.server(first.port());
    LinkTestMarket.await(
        "rejected", () -> market.handler.rejections.contains(AgentRejection.CERTIFICATE_REVOKED));
    assertThat(second.resumedSessions()).isPositive();
    assertThat(second.connectedProviders()).isEmpty();
  }

  @Test
  void reconnectsToOtherServer() throws Exception {
    AgentGateway left = market.server();
    AgentGateway right = market.server();
    MarketLink link = market.agent("physics", message -> {}, left, right);
    for (int i = 0; i < 2; i++) {
      LinkTestMarket.await("connected", link::isConnected);
      AgentGateway here = left.isConnected(PHYSICS) ? left : right;
      AgentGateway there = here == left ? right : left;
      here.disconnect(PHYSICS);
      LinkTestMarket.await("connected there", () -> there.isConnected(PHYSICS));
    }
    AgentGateway here = left.isConnected(PHYSICS) ? left : right;
    here.close();
    AgentGateway there = here == left ? right : left;
    LinkTestMarket.await("connected there", () -> there.isConnected(PHYSICS));
  }

  @Test
  void replacesSilentlyDeadConnection() throws Exception {
    AgentGateway server = market.server();
    try (var proxy = new FreezableProxy(server.port())) {
      var frozen = new ServerAddress("localhost", proxy.port());
      var straight = new ServerAddress("localhost", server.port());
      market.enrol("physics", server);
      MarketLink link = market.link("physics", message -> {}, List.of(frozen));
      LinkTestMarket.await("connected", link::isConnected);
      long frozenNanos = System.nanoTime();
      proxy.freeze();
      LinkTestMarket.await("noticed by the server", () -> !server.isConnected(PHYSICS));
      LinkTestMarket.await("noticed by the agent", () -> !link.isConnected());
      assertThat(Duration.ofNanos(System.nanoTime() - frozenNanos))
          .isLessThan(Duration.ofSeconds(20));
      market.link("physics", message -> {}, List.of(frozen, straight));
      LinkTestMarket.await("connected directly", () -> server.isConnected(PHYSICS));
    }
  }

  @Test
  void redeliveredMessagesAreHarmless() throws Exception {
    AgentGateway server = market.server();
    Set<Message> received = ConcurrentHashMap.newKeySet();
    MarketLink link = market.agent("physics", received::add, server);
    LinkTestMarket.await("connected", link::isConnected);
    for (int i = 0; i < 50; i++) {
      // As two servers would send that do not know of each other.
      market.handler.enqueue(LinkTestMarket.outboxMessage("physics", i / 5));
    }
    LinkTestMarket.await("acknowledged", () -> market.handler.outbox.isEmpty());
    assertThat(received).hasSize(10);
  }

  @Test
  void renewsCertificateBeforeItExpires() throws Exception {
    market.certificateLife = Duration.ofSeconds(6);
    AgentGateway server = market.server();
    MarketLink link = market.agent("physics", message -> {}, server);
    Instant firstEnds = link.certificateExpiry();
    LinkTestMarket.await("renewed", () -> link.certificateExpiry().isAfter(firstEnds));
    LinkTestMarket.await(
        "the first certificate has expired", () -> Instant.now().isAfter(firstEnds));
    LinkTestMarket.await("connected", link::isConnected);
    link.close();
    // The certificate on disk is the new one.
    MarketLink again = market.link("physics", message -> {}, server);
    assertThat(again.certificateExpiry()).isAfter(firstEnds);
    LinkTestMarket.await("connected again", again::isConnected);
  }

  @Test
  void rejectsExpiredCertificate() throws Exception {
    market.certificateLife = Duration.ofSeconds(2);
    AgentGateway server = market.server();
    market.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      agent.connect(9).hello();
      LinkTestMarket.await("connected", () -> server.isConnected(PHYSICS));
      LinkTestMarket.await("cut off", () -> !server.isConnected(PHYSICS));
      assertThat(agent.end().getDescription()).contains("expired");
    }
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      assertThat(agent.connect(9).hello().end().isOk()).isFalse();
      assertThat(server.connectedProviders()).isEmpty();
    }
  }
}
