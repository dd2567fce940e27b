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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.ServerAddress;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketUnavailableException;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.agents.AgentGateway;

/** Servers come and go, certificates end; an agent finds its way back. */
class ReconnectTest {
  private static final ProviderId PHYSICS = new ProviderId("physics");

  @TempDir Path folder;
  private LinkTestMarket world;

  @BeforeEach
  void begin() {
    world = new LinkTestMarket(folder);
  }

  @AfterEach
  void end() {
    world.close();
  }

  @Test
  void toAServerThatStartsAgain() throws Exception {
    AgentGateway first = world.server();
    Set<Message> heard = ConcurrentHashMap.newKeySet();
    MarketLink link = world.agent("physics", heard::add, first);
    LinkTestMarket.await("connected", link::isConnected);
    first.close();
    LinkTestMarket.await("disconnected", () -> !link.isConnected());
    link.send(new Message.Committed(LinkTestMarket.reservation("physics", 1)));
    assertThatThrownBy(() -> link.describe(new BagId("7"))).isInstanceOf(MarketUnavailableException.class);

    AgentGateway second = world.server(first.port());
    LinkTestMarket.await("connected again", link::isConnected);
    assertThat(second.connectedProviders()).containsExactly(PHYSICS);
    world.market.enqueue(LinkTestMarket.outboxMessage("physics", 1));
    LinkTestMarket.await("heard", () -> heard.contains(LinkTestMarket.call(1)));
    // What was said while there was no connection is lost: core says it again.
    assertThat(world.market.messages).isEmpty();
  }

  @Test
  void toAnotherServerOfTheMarket() throws Exception {
    AgentGateway left = world.server();
    AgentGateway right = world.server();
    MarketLink link = world.agent("physics", message -> {}, left, right);
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
  void fromAConnectionThatHasDiedInSilence() throws Exception {
    AgentGateway server = world.server();
    try (var wire = new FreezableProxy(server.port())) {
      var frozen = new ServerAddress("localhost", wire.port());
      var straight = new ServerAddress("localhost", server.port());
      world.enrol("physics", server);
      MarketLink link = world.link("physics", message -> {}, List.of(frozen));
      LinkTestMarket.await("connected", link::isConnected);
      long frozenNanos = System.nanoTime();
      wire.freeze();
      LinkTestMarket.await("noticed by the server", () -> !server.isConnected(PHYSICS));
      LinkTestMarket.await("noticed by the agent", () -> !link.isConnected());
      assertThat(Duration.ofNanos(System.nanoTime() - frozenNanos))
          .isLessThan(Duration.ofSeconds(20));
      world.link("physics", message -> {}, List.of(frozen, straight));
      LinkTestMarket.await("connected past it", () -> server.isConnected(PHYSICS));
    }
  }

  @Test
  void whatIsRedeliveredHasTheSameIdAndHarmsNothing() throws Exception {
    AgentGateway server = world.server();
    Set<Message> heard = ConcurrentHashMap.newKeySet();
    MarketLink link = world.agent("physics", heard::add, server);
    LinkTestMarket.await("connected", link::isConnected);
    for (int i = 0; i < 50; i++) {
      // As two servers would that do not know of each other.
      world.market.enqueue(LinkTestMarket.outboxMessage("physics", i / 5));
    }
    LinkTestMarket.await("acknowledged", () -> world.market.outbox.isEmpty());
    assertThat(heard).hasSize(10);
  }

  @Test
  void withANewKeyBeforeTheCertificateEnds() throws Exception {
    world.certificateLife = Duration.ofSeconds(6);
    AgentGateway server = world.server();
    MarketLink link = world.agent("physics", message -> {}, server);
    Instant firstEnds = link.certificateExpiry();
    LinkTestMarket.await("renewed", () -> link.certificateExpiry().isAfter(firstEnds));
    LinkTestMarket.await("the first has ended", () -> Instant.now().isAfter(firstEnds));
    LinkTestMarket.await("connected", link::isConnected);
    link.close();
    // What is on disk is the new one.
    MarketLink again = world.link("physics", message -> {}, server);
    assertThat(again.certificateExpiry()).isAfter(firstEnds);
    LinkTestMarket.await("connected again", again::isConnected);
  }

  @Test
  void neverWithACertificateThatHasEnded() throws Exception {
    world.certificateLife = Duration.ofSeconds(2);
    AgentGateway server = world.server();
    world.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      agent.connect(9).hello();
      LinkTestMarket.await("connected", () -> server.isConnected(PHYSICS));
      LinkTestMarket.await("cut off", () -> !server.isConnected(PHYSICS));
      assertThat(agent.end().getDescription()).contains("expired");
    }
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      assertThat(agent.connect(9).hello().end().isOk()).isFalse();
      assertThat(server.connectedProviders()).isEmpty();
    }
  }
}
