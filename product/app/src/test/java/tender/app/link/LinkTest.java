package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.ServerAddress;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketRefusedException;
import tender.agent.link.MarketUnavailableException;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.protocol.EnrolmentToken;
import tender.server.agents.AgentGateway;

/** An agent enrols, connects and talks, over real connections with certificates on both sides. */
class LinkTest {
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
  void messagesGoBothWaysAndAreAcknowledged() throws Exception {
    AgentGateway server = world.server();
    var heard = new CopyOnWriteArrayList<Message>();
    MarketLink link = world.agent("physics", heard::add, server);
    LinkTestMarket.await("connected", link::isConnected);
    assertThat(server.connectedProviders()).containsExactly(new ProviderId("physics"));

    world.market.enqueue(LinkTestMarket.outboxMessage("physics", 1));
    LinkTestMarket.await("heard", () -> heard.contains(LinkTestMarket.call(1)));
    LinkTestMarket.await("acknowledged", () -> world.market.outbox.isEmpty());

    var results = new Message.Results(LinkTestMarket.reservation("physics", 1), TaskSet.first(5), 10);
    link.send(results);
    assertThat(world.market.messages.take())
        .isEqualTo(new FakeAgentHandler.ReceivedMessage(new ProviderId("physics"), results));

    link.close();
    LinkTestMarket.await("noticed", () -> server.connectedProviders().isEmpty());
    assertThat(world.market.connectionLog).containsExactly("+physics", "-physics");
  }

  @Test
  void manyMessagesComeInOrderOneAtATimeAndAreAcknowledgedInBatches() throws Exception {
    AgentGateway server = world.server();
    var heard = new CopyOnWriteArrayList<Message>();
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    MarketLink link =
        world.agent(
            "physics",
            message -> {
              threads.add(Thread.currentThread());
              heard.add(message);
            },
            server);
    LinkTestMarket.await("connected", link::isConnected);
    LongStream.range(0, 2_000).forEach(i -> world.market.enqueue(LinkTestMarket.outboxMessage("physics", i)));
    LinkTestMarket.await("acknowledged", () -> world.market.outbox.isEmpty());
    assertThat(heard)
        .isEqualTo(LongStream.range(0, 2_000).mapToObj(i -> LinkTestMarket.call((int) i)).toList());
    assertThat(threads).hasSize(1);
    assertThat(world.market.acknowledgements.size()).isLessThan(2_000);
  }

  @Test
  void aTokenIsGoodOnce() throws Exception {
    AgentGateway server = world.server();
    EnrolmentToken token = world.market.issueToken("physics");
    AgentEnrolment.enrol(LinkTestMarket.addresses(server), token, world.folder("physics"));
    assertThatThrownBy(
            () -> AgentEnrolment.enrol(LinkTestMarket.addresses(server), token, world.folder("thief")))
        .isInstanceOf(MarketRefusedException.class)
        .hasMessageContaining("has been used");
    assertThat(world.folder("thief")).doesNotExist();
  }

  @Test
  void theKeyIsForItsOwnersEyesOnly() throws Exception {
    world.enrol("physics", world.server());
    Path file = world.folder("physics").resolve("identity.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(world.folder("physics"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void anAgentTellsItsTokenToNoServerOfAnotherAuthority() throws Exception {
    try (var stranger = new LinkTestMarket(folder.resolve("strangers"))) {
      AgentGateway strangers = stranger.server();
      EnrolmentToken token = world.market.issueToken("physics");
      assertThatThrownBy(
              () ->
                  AgentEnrolment.enrol(LinkTestMarket.addresses(strangers), token, world.folder("physics")))
          .isInstanceOf(MarketUnavailableException.class)
          .hasMessageContaining("not of the authority that the token names");
      assertThat(stranger.market.redeemedTokens).isEmpty();
    }
  }

  @Test
  void aServerMustBeCalledByItsName() throws Exception {
    AgentGateway server = world.server();
    EnrolmentToken token = world.market.issueToken("physics");
    var byAddress = List.of(new ServerAddress("127.0.0.1", server.port()));
    assertThatThrownBy(() -> AgentEnrolment.enrol(byAddress, token, world.folder("physics")))
        .isInstanceOf(MarketUnavailableException.class)
        .hasMessageContaining("127.0.0.1");
    assertThat(world.market.redeemedTokens).isEmpty();
  }

  @Test
  void whoeverHasNotEnrolledIsToldTo() {
    assertThatThrownBy(
            () -> new MarketLink(new LinkSettings(List.of(new ServerAddress("localhost", 1)), folder)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Enrol it");
  }

  @Test
  void whatIsNotHandledComesAgain() throws Exception {
    AgentGateway server = world.server();
    var attempts = new AtomicInteger();
    Set<Message> handled = ConcurrentHashMap.newKeySet();
    MarketLink link =
        world.agent(
            "physics",
            message -> {
              if (message.equals(LinkTestMarket.call(2)) && attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("planted: the disk is full");
              }
              handled.add(message);
            },
            server);
    LinkTestMarket.await("connected", link::isConnected);
    LongStream.range(0, 4).forEach(i -> world.market.enqueue(LinkTestMarket.outboxMessage("physics", i)));
    LinkTestMarket.await("acknowledged", () -> world.market.outbox.isEmpty());
    assertThat(handled).hasSize(4);
    assertThat(attempts).hasValue(3);
  }

  @Test
  void aCutLinkComesAgainAndHearsWhatItMissed() throws Exception {
    AgentGateway server = world.server();
    Set<Message> heard = ConcurrentHashMap.newKeySet();
    MarketLink link = world.agent("physics", heard::add, server);
    for (int i = 0; i < 5; i++) {
      LinkTestMarket.await("connected", link::isConnected);
      link.disconnect();
      world.market.enqueue(LinkTestMarket.outboxMessage("physics", i));
    }
    LinkTestMarket.await("acknowledged", () -> world.market.outbox.isEmpty());
    assertThat(heard).hasSize(5);
  }

  /** What is owed comes as soon as the stream is up, and the inbox answers at once. */
  @Test
  void anAnswerToTheFirstMessageIsNotLost() throws Exception {
    AgentGateway server = world.server();
    for (int i = 0; i < 20; i++) {
      String name = "provider-" + i;
      world.enrol(name, server);
      world.market.enqueue(LinkTestMarket.outboxMessage(name, 1));
      var self = new CompletableFuture<MarketLink>();
      self.complete(
          world.link(
              name,
              message -> self.join().send(new Message.Committed(LinkTestMarket.reservation(name, 1))),
              server));
      assertThat(world.market.messages.poll(30, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void twoHundredAgentsOfOneProcess() throws Exception {
    AgentGateway server = world.server();
    List<String> names = LongStream.range(0, 200).mapToObj(i -> "provider-" + i).toList();
    for (String name : names) {
      var self = new CompletableFuture<MarketLink>();
      self.complete(
          world.agent(
              name,
              message -> self.join().send(new Message.Committed(LinkTestMarket.reservation(name, 1))),
              server));
    }
    LinkTestMarket.await("all connected", () -> server.connectedProviders().size() == 200);
    names.forEach(name -> world.market.enqueue(LinkTestMarket.outboxMessage(name, 1)));
    LinkTestMarket.await("all have answered", () -> world.market.messages.size() >= 200);
    LinkTestMarket.await("all have acknowledged", () -> world.market.outbox.isEmpty());
    assertThat(world.market.messages.stream().map(FakeAgentHandler.ReceivedMessage::from).distinct()).hasSize(200);
  }
}
