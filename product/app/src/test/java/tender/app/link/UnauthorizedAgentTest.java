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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.MarketLink;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.PemBundle;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;

/** What a server does with those who are not who they say, or who say what they should not. */
class UnauthorizedAgentTest {
  @TempDir Path folder;
  private LinkTestMarket world;
  private AgentGateway server;

  @BeforeEach
  void begin() throws Exception {
    world = new LinkTestMarket(folder);
    server = world.server();
  }

  @AfterEach
  void end() {
    assertThat(world.market.messages).isEmpty();
    world.close();
  }

  @Test
  void withoutACertificateNothingCanBeCalledButEnrolment() throws Exception {
    try (RawAgent nobody = RawAgent.anonymous(world, server)) {
      assertThat(nobody.connect(1).hello().end().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThatThrownBy(
              () ->
                  AgentsGrpc.newBlockingStub(nobody.channel)
                      .renew(Wire.RenewRequest.getDefaultInstance()))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("UNAUTHENTICATED");
    }
    assertThat(world.market.connectionLog).isEmpty();
  }

  @Test
  void aCertificateOfAnotherAuthorityIsWorthNothing() throws Exception {
    try (var stranger = new LinkTestMarket(folder.resolve("strangers"))) {
      stranger.enrol("physics", stranger.server());
      Path theirs = stranger.folder("physics").resolve("identity.pem");
      var identity = Optional.of(PemBundle.parse(Files.readString(theirs)));
      try (RawAgent intruder =
          RawAgent.open(identity, world.market.authority.certificate(), server)) {
        assertThat(intruder.connect(1).hello().end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      }
    }
    assertThat(world.market.connectionLog).isEmpty();
  }

  @Test
  void whoIsRevokedIsCutOffAndTurnedAway() throws Exception {
    MarketLink link = world.agent("physics", message -> {}, server);
    LinkTestMarket.await("connected", link::isConnected);
    world.market.revoked.add(new ProviderId("physics"));
    server.revoke(new ProviderId("physics"));
    LinkTestMarket.await("cut off", () -> server.connectedProviders().isEmpty());
    try (RawAgent revoked = RawAgent.with(world.folder("physics"), server)) {
      Status end = revoked.connect(1).hello().end();
      assertThat(end.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(end.getDescription()).contains("revoked");
    }
    assertThat(server.connectedProviders()).isEmpty();
    assertThat(world.market.connectionLog).containsExactly("+physics", "-physics");
  }

  @Test
  void nobodySpeaksForOthers() throws Exception {
    world.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      agent.connect(1).hello().send(new Message.Committed(LinkTestMarket.reservation("chemistry", 1)));
      assertThat(agent.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void nobodyDeliversForOthers() throws Exception {
    world.enrol("physics", server);
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
  void aPackIsWhatItsHeaderSays() throws Exception {
    world.enrol("physics", server);
    byte[] content = {1, 2, 3};
    var outcomes = List.of(new TaskOutcome(0, TaskSet.first(1)));
    var id = LinkTestMarket.reservation("physics", 1);
    var shorter = new PackHeader(id, outcomes, Digest.of(content), 2);
    assertThat(deliver(shorter, content).getDescription()).contains("longer than the 2 bytes");
    var longer = new PackHeader(id, outcomes, Digest.of(content), 4);
    assertThat(deliver(longer, content).getDescription()).contains("announced were 4");
    var other = new PackHeader(id, outcomes, Digest.of(new byte[0]), 3);
    assertThat(deliver(other, content).getDescription()).contains("announced were 3");
    assertThat(world.market.packs).isEmpty();
    var sound = new PackHeader(id, outcomes, Digest.of(content), 3);
    assertThat(deliver(sound, content)).isEqualTo(Status.OK);
    assertThat(world.market.packs).hasSize(1);
  }

  @Test
  void whatIsSaidBeforeHelloOrMakesNoSenseEndsTheStream() throws Exception {
    world.enrol("physics", server);
    var sound = new Message.Committed(LinkTestMarket.reservation("physics", 1));
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      assertThat(agent.connect(1).send(sound).end().getDescription()).contains("before Hello");
    }
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      Wire.FromAgent senseless =
          Wire.FromAgent.newBuilder().setCommitted(Wire.Committed.getDefaultInstance()).build();
      assertThat(agent.connect(1).hello().send(senseless).end().getCode())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void aMessageThatIsTooLargeEndsTheStreamAndNothingElse() throws Exception {
    world.enrol("physics", server);
    world.enrol("chemistry", server);
    try (RawAgent large = RawAgent.with(world.folder("physics"), server);
        RawAgent other = RawAgent.with(world.folder("chemistry"), server)) {
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
  void anAgentThatReadsNothingHoldsUpNobodyAndIsCutOff() throws Exception {
    world.enrol("physics", server);
    try (RawAgent deaf = RawAgent.with(world.folder("physics"), server)) {
      deaf.connect(1).hello();
      LinkTestMarket.await("connected", () -> server.connectedProviders().size() == 1);
      long version = 0;
      while (server.send(new ProviderId("physics"), List.of(LinkTestMarket.outboxMessage("physics", version)))) {
        version++;
        assertThat(version).isLessThan(1_000_000);
      }
      assertThat(version).isGreaterThan(1_000);
      LinkTestMarket.await("cut off", () -> server.connectedProviders().isEmpty());
    }
  }

  @Test
  void aNewerStreamTakesThePlaceOfAnOlderOne() throws Exception {
    world.enrol("physics", server);
    try (RawAgent older = RawAgent.with(world.folder("physics"), server);
        RawAgent newer = RawAgent.with(world.folder("physics"), server)) {
      older.connect(9).hello();
      LinkTestMarket.await("connected", () -> older.received.size() == 1);
      newer.connect(9).hello();
      assertThat(older.end().getCode()).isEqualTo(Status.Code.ABORTED);
      LinkTestMarket.await("welcomed", () -> newer.received.size() == 1);
      assertThat(server.send(new ProviderId("physics"), List.of(LinkTestMarket.outboxMessage("physics", 1))))
          .isTrue();
      LinkTestMarket.await("sent to the newer", () -> newer.received.size() == 2);
      assertThat(world.market.connectionLog).containsExactly("+physics", "+physics");
    }
  }

  private Status deliver(PackHeader header, byte[] content) throws Exception {
    try (RawAgent agent = RawAgent.with(world.folder("physics"), server)) {
      var end = new CompletableFuture<Status>();
      StreamObserver<Wire.PackChunk> out = agent.stub.deliverPack(RawAgent.expectingFailure(end));
      out.onNext(Wire.PackChunk.newBuilder().setHeader(MessageCodec.toWire(header)).build());
      out.onNext(Wire.PackChunk.newBuilder().setContent(ByteString.copyFrom(content)).build());
      out.onCompleted();
      return end.get(30, TimeUnit.SECONDS);
    }
  }
}
