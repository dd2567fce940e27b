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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketRefusedException;
import tender.agent.link.MarketUnavailableException;
import tender.agent.link.ServerAddress;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.protocol.EnrolmentToken;
import tender.server.agents.AgentGateway;

/** Enrolment, connection and messages over real connections with certificates on both sides. */
@Tag("live")
class LinkTest {
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
  void messagesGoBothWaysAndAreAcknowledged() throws Exception {
    AgentGateway server = market.server();
    var received = new CopyOnWriteArrayList<Message>();
    MarketLink link = market.agent("physics", received::add, server);
    LinkTestMarket.await("connected", link::isConnected);
    assertThat(server.connectedProviders()).containsExactly(new ProviderId("physics"));

    market.handler.enqueue(LinkTestMarket.outboxMessage("physics", 1));
    LinkTestMarket.await("received", () -> received.contains(LinkTestMarket.call(1)));
    LinkTestMarket.await("acknowledged", () -> market.handler.outbox.isEmpty());

    var results =
        new Message.Results(LinkTestMarket.reservation("physics", 1), TaskSet.first(5), 10);
    link.send(results);
    assertThat(market.handler.messages.take())
        .isEqualTo(new FakeAgentHandler.ReceivedMessage(new ProviderId("physics"), results));

    link.close();
    LinkTestMarket.await("noticed", () -> server.connectedProviders().isEmpty());
    assertThat(market.handler.connectionLog).containsExactly("+physics", "-physics");
  }

  @Test
  void manyMessagesArriveInOrderAndAreAcknowledgedInBatches() throws Exception {
    AgentGateway server = market.server();
    var received = new CopyOnWriteArrayList<Message>();
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    MarketLink link =
        market.agent(
            "physics",
            message -> {
              threads.add(Thread.currentThread());
              received.add(message);
            },
            server);
    LinkTestMarket.await("connected", link::isConnected);
    LongStream.range(0, 2_000)
        .forEach(i -> market.handler.enqueue(LinkTestMarket.outboxMessage("physics", i)));
    LinkTestMarket.await("acknowledged", () -> market.handler.outbox.isEmpty());
    assertThat(received)
        .isEqualTo(LongStream.range(0, 2_000).mapToObj(i -> LinkTestMarket.call((int) i)).toList());
    assertThat(threads).hasSize(1);
    assertThat(market.handler.acknowledgements.size()).isLessThan(2_000);
  }

  @Test
  void tokenIsValidOnce() throws Exception {
    AgentGateway server = market.server();
    EnrolmentToken token = market.handler.issueToken("physics");
    AgentEnrolment.enrol(LinkTestMarket.addresses(server), token, market.folder("physics"));
    assertThatThrownBy(
            () ->
                AgentEnrolment.enrol(
                    LinkTestMarket.addresses(server), token, market.folder("thief")))
        .isInstanceOf(MarketRefusedException.class)
        .hasMessageContaining("it was used");
    assertThat(market.folder("thief")).doesNotExist();
  }

  @Test
  void onlyOwnerCanReadKey() throws Exception {
    market.enrol("physics", market.server());
    Path file = market.folder("physics").resolve("identity.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(market.folder("physics"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void agentDoesNotSendTokenToOtherAuthority() throws Exception {
    try (var stranger = new LinkTestMarket(folder.resolve("strangers"))) {
      AgentGateway strangers = stranger.server();
      EnrolmentToken token = market.handler.issueToken("physics");
      assertThatThrownBy(
              () ->
                  AgentEnrolment.enrol(
                      LinkTestMarket.addresses(strangers), token, market.folder("physics")))
          .isInstanceOf(MarketUnavailableException.class)
          .hasMessageContaining("not from the authority named in the token");
      assertThat(stranger.handler.receivedTokens).isEmpty();
    }
  }

  @Test
  void serverNameMustMatchCertificate() throws Exception {
    AgentGateway server = market.server();
    EnrolmentToken token = market.handler.issueToken("physics");
    var byAddress = List.of(new ServerAddress("127.0.0.1", server.port()));
    assertThatThrownBy(() -> AgentEnrolment.enrol(byAddress, token, market.folder("physics")))
        .isInstanceOf(MarketUnavailableException.class)
        .hasMessageContaining("127.0.0.1");
    assertThat(market.handler.receivedTokens).isEmpty();
  }

  @Test
  void unenrolledAgentGetsAdvice() {
    assertThatThrownBy(
            () ->
                new MarketLink(
                    new LinkSettings(List.of(new ServerAddress("localhost", 1)), folder)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Enrol it");
  }

  @Test
  void unhandledMessageIsRedelivered() throws Exception {
    AgentGateway server = market.server();
    var attempts = new AtomicInteger();
    Set<Message> handled = ConcurrentHashMap.newKeySet();
    MarketLink link =
        market.agent(
            "physics",
            message -> {
              if (message.equals(LinkTestMarket.call(2)) && attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("planted: the disk is full");
              }
              handled.add(message);
            },
            server);
    LinkTestMarket.await("connected", link::isConnected);
    LongStream.range(0, 4)
        .forEach(i -> market.handler.enqueue(LinkTestMarket.outboxMessage("physics", i)));
    LinkTestMarket.await("acknowledged", () -> market.handler.outbox.isEmpty());
    assertThat(handled).hasSize(4);
    assertThat(attempts).hasValue(3);
  }

  @Test
  void reconnectedLinkReceivesMissedMessages() throws Exception {
    AgentGateway server = market.server();
    Set<Message> received = ConcurrentHashMap.newKeySet();
    MarketLink link = market.agent("physics", received::add, server);
    for (int i = 0; i < 5; i++) {
      LinkTestMarket.await("connected", link::isConnected);
      link.disconnect();
      market.handler.enqueue(LinkTestMarket.outboxMessage("physics", i));
    }
    LinkTestMarket.await("acknowledged", () -> market.handler.outbox.isEmpty());
    assertThat(received).hasSize(5);
  }

  /** Outbox messages arrive as soon as the stream is open, and the handler answers immediately. */
  @Test
  void answerToFirstMessageIsNotLost() throws Exception {
    AgentGateway server = market.server();
    for (int i = 0; i < 20; i++) {
      String name = "provider-" + i;
      market.enrol(name, server);
      market.handler.enqueue(LinkTestMarket.outboxMessage(name, 1));
      var self = new CompletableFuture<MarketLink>();
      self.complete(
          market.link(
              name,
              message ->
                  self.join().send(new Message.Committed(LinkTestMarket.reservation(name, 1))),
              server));
      assertThat(market.handler.messages.poll(30, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void connects200AgentsOfOneProcess() throws Exception {
    AgentGateway server = market.server();
    List<String> names = LongStream.range(0, 200).mapToObj(i -> "provider-" + i).toList();
    for (String name : names) {
      var self = new CompletableFuture<MarketLink>();
      self.complete(
          market.agent(
              name,
              message ->
                  self.join().send(new Message.Committed(LinkTestMarket.reservation(name, 1))),
              server));
    }
    LinkTestMarket.await("all connected", () -> server.connectedProviders().size() == 200);
    names.forEach(name -> market.handler.enqueue(LinkTestMarket.outboxMessage(name, 1)));
    LinkTestMarket.await("all have answered", () -> market.handler.messages.size() >= 200);
    LinkTestMarket.await("all have acknowledged", () -> market.handler.outbox.isEmpty());
    assertThat(
            market.handler.messages.stream().map(FakeAgentHandler.ReceivedMessage::from).distinct())
        .hasSize(200);
  }
}
