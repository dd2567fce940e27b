package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.MarketLink;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.PemBundle;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;

/** A server rejects agents with a false identity and messages that an agent may not send. */
@Tag("live")
class UnauthorizedAgentTest {
  @TempDir Path folder;
  private LinkTestMarket market;
  private AgentGateway server;

  @BeforeEach
  void begin() throws Exception {
    market = new LinkTestMarket(folder);
    server = market.server();
  }

  @AfterEach
  void end() {
    assertThat(market.handler.messages).isEmpty();
    market.close();
  }

  @Test
  void withoutCertificateOnlyEnrolmentIsAllowed() throws Exception {
    try (RawAgent anonymous = RawAgent.anonymous(market, server)) {
      assertThat(anonymous.connect(1).hello().end().getCode())
          .isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThatThrownBy(
              () ->
                  AgentsGrpc.newBlockingStub(anonymous.channel)
                      .renew(Wire.RenewRequest.getDefaultInstance()))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("UNAUTHENTICATED");
    }
    assertThat(market.handler.connectionLog).isEmpty();
  }

  @Test
  void rejectsCertificateOfOtherAuthority() throws Exception {
    try (var stranger = new LinkTestMarket(folder.resolve("strangers"))) {
      stranger.enrol("physics", stranger.server());
      Path theirs = stranger.folder("physics").resolve("identity.pem");
      var identity = Optional.of(PemBundle.parse(Files.readString(theirs)));
      try (RawAgent intruder =
          RawAgent.open(identity, market.handler.authority.certificate(), server)) {
        assertThat(intruder.connect(1).hello().end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      }
    }
    assertThat(market.handler.connectionLog).isEmpty();
  }

  @Test
  void revokedProviderIsDisconnectedAndRejected() throws Exception {
    MarketLink link = market.agent("physics", message -> {}, server);
    LinkTestMarket.await("connected", link::isConnected);
    market.handler.revoked.add(new ProviderId("physics"));
    server.revoke(new ProviderId("physics"));
    LinkTestMarket.await("disconnected", () -> server.connectedProviders().isEmpty());
    try (RawAgent revoked = RawAgent.with(market.folder("physics"), server)) {
      Status end = revoked.connect(1).hello().end();
      assertThat(end.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(end.getDescription()).contains("revoked");
    }
    assertThat(server.connectedProviders()).isEmpty();
    assertThat(market.handler.connectionLog).containsExactly("+physics", "-physics");
  }

  @Test
  void agentCannotSendForOtherProvider() throws Exception {
    market.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      agent
          .connect(1)
          .hello()
          .send(new Message.Committed(LinkTestMarket.reservation("chemistry", 1)));
      assertThat(agent.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void agentCannotReportFailuresForOtherProvider() throws Exception {
    market.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      agent
          .connect(1)
          .hello()
          .send(
              MessageCodec.toWire(
                  new Message.AttemptsFailed(
                      LinkTestMarket.reservation("chemistry", 1),
                      1,
                      TaskSet.first(1),
                      0,
                      List.of())));
      assertThat(agent.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(market.handler.failureReports).isEmpty();
    }
  }

  @Test
  void agentCannotDeliverForOtherProvider() throws Exception {
    market.enrol("physics", server);
    byte[] content = {1, 2, 3};
    var header =
        new PackHeader(
            LinkTestMarket.reservation("chemistry", 1),
            List.of(new TaskOutcome(0, TaskSet.first(1))),
            Digest.of(content),
            content.length);
    assertThat(deliver(header, content).getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void packMustMatchItsHeader() throws Exception {
    market.enrol("physics", server);
    byte[] content = {1, 2, 3};
    var outcomes = List.of(new TaskOutcome(0, TaskSet.first(1)));
    var id = LinkTestMarket.reservation("physics", 1);
    var shorter = new PackHeader(id, outcomes, Digest.of(content), 2);
    assertThat(deliver(shorter, content).getDescription())
        .contains("larger than the announced 2 bytes");
    var longer = new PackHeader(id, outcomes, Digest.of(content), 4);
    assertThat(deliver(longer, content).getDescription()).contains("announced were 4");
    var other = new PackHeader(id, outcomes, Digest.of(new byte[0]), 3);
    assertThat(deliver(other, content).getDescription()).contains("announced were 3");
    assertThat(market.handler.packs).isEmpty();
    var valid = new PackHeader(id, outcomes, Digest.of(content), 3);
    assertThat(deliver(valid, content)).isEqualTo(Status.OK);
    assertThat(market.handler.packs).hasSize(1);
  }

  @Test
  void invalidMessageEndsStream() throws Exception {
    market.enrol("physics", server);
    var valid = new Message.Committed(LinkTestMarket.reservation("physics", 1));
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      assertThat(agent.connect(1).send(valid).end().getDescription()).contains("must be Hello");
    }
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      Wire.FromAgent invalid =
          Wire.FromAgent.newBuilder().setCommitted(Wire.Committed.getDefaultInstance()).build();
      assertThat(agent.connect(1).hello().send(invalid).end().getCode())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void tooLargeMessageEndsOnlyItsStream() throws Exception {
    market.enrol("physics", server);
    market.enrol("chemistry", server);
    try (RawAgent large = RawAgent.with(market.folder("physics"), server);
        RawAgent other = RawAgent.with(market.folder("chemistry"), server)) {
      other.connect(1).hello();
      LinkTestMarket.await("connected", () -> server.connectedProviders().size() == 1);
      var id = Wire.CallId.newBuilder().setBag("x".repeat(5 << 20));
      var offers = Wire.Offers.newBuilder().setCall(id);
      large.connect(1).hello().send(Wire.FromAgent.newBuilder().setOffers(offers).build());
      assertThat(large.end().getCode()).isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED);
      assertThat(other.hasEnded()).isFalse();
    }
  }

  @Test
  void agentThatReadsNothingIsDisconnected() throws Exception {
    market.enrol("physics", server);
    try (RawAgent unresponsive = RawAgent.with(market.folder("physics"), server)) {
      unresponsive.connect(1).hello();
      LinkTestMarket.await("connected", () -> server.connectedProviders().size() == 1);
      long version = 0;
      while (server.send(
          new ProviderId("physics"), List.of(LinkTestMarket.outboxMessage("physics", version)))) {
        version++;
        assertThat(version).isLessThan(1_000_000);
      }
      assertThat(version).isGreaterThan(1_000);
      LinkTestMarket.await("disconnected", () -> server.connectedProviders().isEmpty());
    }
  }

  @Test
  void newerStreamReplacesOlderOne() throws Exception {
    market.enrol("physics", server);
    try (RawAgent older = RawAgent.with(market.folder("physics"), server);
        RawAgent newer = RawAgent.with(market.folder("physics"), server)) {
      older.connect(9).hello();
      LinkTestMarket.await("connected", () -> older.received.size() == 1);
      newer.connect(9).hello();
      assertThat(older.end().getCode()).isEqualTo(Status.Code.ABORTED);
      LinkTestMarket.await("welcomed", () -> newer.received.size() == 1);
      assertThat(
              server.send(
                  new ProviderId("physics"), List.of(LinkTestMarket.outboxMessage("physics", 1))))
          .isTrue();
      LinkTestMarket.await("sent to the newer", () -> newer.received.size() == 2);
      assertThat(market.handler.connectionLog).containsExactly("+physics", "+physics");
      assertThat(market.handler.displaced).containsExactly(new ProviderId("physics"));
    }
  }

  private Status deliver(PackHeader header, byte[] content) throws Exception {
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      var end = new CompletableFuture<Status>();
      StreamObserver<Wire.PackChunk> out = agent.stub.deliverPack(RawAgent.expectingFailure(end));
      out.onNext(Wire.PackChunk.newBuilder().setHeader(MessageCodec.toWire(header)).build());
      out.onNext(Wire.PackChunk.newBuilder().setContent(ByteString.copyFrom(content)).build());
      out.onCompleted();
      return end.get(30, TimeUnit.SECONDS);
    }
  }
}
