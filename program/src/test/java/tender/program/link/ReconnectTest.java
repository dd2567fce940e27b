package tender.program.link;

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
import tender.agent.link.Address;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketUnreachable;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.agents.AgentGateway;

/** Servers come and go, certificates end; an agent finds its way back. */
class ReconnectTest {
  private static final ProviderId PHYSICS = new ProviderId("physics");

  @TempDir Path folder;
  private World world;

  @BeforeEach
  void begin() {
    world = new World(folder);
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
    World.await("connected", link::isConnected);
    first.close();
    World.await("disconnected", () -> !link.isConnected());
    link.send(new Message.Committed(World.reservation("physics", 1)));
    assertThatThrownBy(() -> link.describe(new BagId("7"))).isInstanceOf(MarketUnreachable.class);

    AgentGateway second = world.server(first.port());
    World.await("connected again", link::isConnected);
    assertThat(second.connectedHere()).containsExactly(PHYSICS);
    world.market.owe(World.owed("physics", 1));
    World.await("heard", () -> heard.contains(World.call(1)));
    // What was said while there was no connection is lost: core says it again.
    assertThat(world.market.said).isEmpty();
  }

  @Test
  void toAnotherServerOfTheMarket() throws Exception {
    AgentGateway left = world.server();
    AgentGateway right = world.server();
    MarketLink link = world.agent("physics", message -> {}, left, right);
    for (int i = 0; i < 2; i++) {
      World.await("connected", link::isConnected);
      AgentGateway here = left.isConnectedHere(PHYSICS) ? left : right;
      AgentGateway there = here == left ? right : left;
      here.cut(PHYSICS);
      World.await("connected there", () -> there.isConnectedHere(PHYSICS));
    }
    AgentGateway here = left.isConnectedHere(PHYSICS) ? left : right;
    here.close();
    AgentGateway there = here == left ? right : left;
    World.await("connected there", () -> there.isConnectedHere(PHYSICS));
  }

  @Test
  void fromAConnectionThatHasDiedInSilence() throws Exception {
    AgentGateway server = world.server();
    try (var wire = new FrozenWire(server.port())) {
      var frozen = new Address("localhost", wire.port());
      var straight = new Address("localhost", server.port());
      world.enrol("physics", server);
      MarketLink link = world.link("physics", message -> {}, List.of(frozen));
      World.await("connected", link::isConnected);
      long frozenNanos = System.nanoTime();
      wire.freeze();
      World.await("noticed by the server", () -> !server.isConnectedHere(PHYSICS));
      World.await("noticed by the agent", () -> !link.isConnected());
      assertThat(Duration.ofNanos(System.nanoTime() - frozenNanos))
          .isLessThan(Duration.ofSeconds(20));
      world.link("physics", message -> {}, List.of(frozen, straight));
      World.await("connected past it", () -> server.isConnectedHere(PHYSICS));
    }
  }

  @Test
  void whatIsRedeliveredHasTheSameIdAndHarmsNothing() throws Exception {
    AgentGateway server = world.server();
    Set<Message> heard = ConcurrentHashMap.newKeySet();
    MarketLink link = world.agent("physics", heard::add, server);
    World.await("connected", link::isConnected);
    for (int i = 0; i < 50; i++) {
      // As two servers would that do not know of each other.
      world.market.owe(World.owed("physics", i / 5));
    }
    World.await("acknowledged", () -> world.market.owed.isEmpty());
    assertThat(heard).hasSize(10);
  }

  @Test
  void withANewKeyBeforeTheCertificateEnds() throws Exception {
    world.certificateLife = Duration.ofSeconds(6);
    AgentGateway server = world.server();
    MarketLink link = world.agent("physics", message -> {}, server);
    Instant firstEnds = link.certificateEnds();
    World.await("renewed", () -> link.certificateEnds().isAfter(firstEnds));
    World.await("the first has ended", () -> Instant.now().isAfter(firstEnds));
    World.await("connected", link::isConnected);
    link.close();
    // What is on disk is the new one.
    MarketLink again = world.link("physics", message -> {}, server);
    assertThat(again.certificateEnds()).isAfter(firstEnds);
    World.await("connected again", again::isConnected);
  }

  @Test
  void neverWithACertificateThatHasEnded() throws Exception {
    world.certificateLife = Duration.ofSeconds(2);
    AgentGateway server = world.server();
    world.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      agent.connect(9).hello();
      World.await("connected", () -> server.isConnectedHere(PHYSICS));
      World.await("cut off", () -> !server.isConnectedHere(PHYSICS));
      assertThat(agent.end().getDescription()).contains("expired");
    }
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      assertThat(agent.connect(9).hello().end().isOk()).isFalse();
      assertThat(server.connectedHere()).isEmpty();
    }
  }
}
