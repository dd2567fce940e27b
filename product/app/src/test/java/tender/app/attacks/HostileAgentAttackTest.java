package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.ServerAddress;
import tender.app.link.RawAgent;
import tender.bagfile.Digest;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.protocol.EnrolmentToken;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.v1.Wire;
import tender.server.MarketReplica;
import tender.server.model.AuditEvent;

/**
 * Attack L5: agent evil acknowledges, and so deletes, a message to agent north, and delivers
 * results of a bag of which it has no part.
 */
@Tag("live")
class HostileAgentAttackTest extends AttackTest {
  private static final ProviderId NORTH = new ProviderId("north");

  @Test
  void messageToAnotherProviderCannotBeAcknowledged() throws Exception {
    Path evilIdentity = market.enrol("evil");
    OfferingAgent north = market.provider("north").awaitConnected();
    BagId bag = market.submit(AttackMarket.VICTIM, AttackMarket.order());
    north.awaitPart();
    AttackMarket.await("all acknowledged", () -> outboxOfNorth().isEmpty());
    north.close();
    market.market.bagApi().cancel(AttackMarket.VICTIM, bag);
    List<OutboxMessage> owed = outboxOfNorth();
    assertThat(owed)
        .extracting(OutboxMessage::message)
        .hasOnlyElementsOfType(Message.Release.class);

    try (RawAgent evil = market.agent(evilIdentity)) {
      evil.connect(9).hello();
      evil.send(MessageCodec.acknowledge(owed.stream().map(OutboxMessage::id).toList()));
      AttackMarket.await(
          "rejection", () -> market.rejections.contains("evil other-acknowledgement"));
    }

    assertThat(outboxOfNorth()).isEqualTo(owed);
    try (OfferingAgent restarted = new OfferingAgent(north.identity, market.market.agentPort())) {
      AttackMarket.await(
          "release", () -> restarted.received.stream().anyMatch(Message.Release.class::isInstance));
      AttackMarket.await("acknowledged", () -> outboxOfNorth().isEmpty());
    }
  }

  @Test
  void resultsWithoutAPartAreNotStored() throws Exception {
    Path evilIdentity = market.enrol("evil");
    try (OfferingAgent north = market.provider("north").awaitConnected();
        RawAgent evil = market.agent(evilIdentity)) {
      BagId bag = market.submit(AttackMarket.VICTIM, AttackMarket.order());
      ReservationId part = north.awaitPart();
      ReservationId ofEvil = new ReservationId(part.call(), part.attempt(), new ProviderId("evil"));

      Status end = deliver(evil, ofEvil, pack(0));

      assertThat(end.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(end.getDescription()).contains("There is no part");
      assertThat(deliver(evil, part, pack(0)).getCode())
          .as("results of north")
          .isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(market.database.packs().storedMillis(bag)).isEmpty();
      assertThat(market.rejections).contains("evil no-part", "evil other-provider");
      north.link.deliver(part, outcomes(), pack(0));
      assertThat(market.database.packs().storedMillis(bag)).hasSize(1);
    }
  }

  /** A report without a part changes nothing; a report of north closes the stream. */
  @Test
  void resultsOfAPartThatTheProviderDoesNotHaveDoNotCount() throws Exception {
    Path evilIdentity = market.enrol("evil");
    try (OfferingAgent north = market.provider("north").awaitConnected();
        RawAgent evil = market.agent(evilIdentity)) {
      BagId bag = market.submit(AttackMarket.VICTIM, AttackMarket.order());
      ReservationId part = north.awaitPart();
      ReservationId ofEvil = new ReservationId(part.call(), part.attempt(), new ProviderId("evil"));
      evil.connect(9).hello();
      evil.send(new Message.Results(ofEvil, TaskSet.first(2), System.currentTimeMillis()));
      evil.send(new Message.Results(part, TaskSet.first(2), System.currentTimeMillis()));

      assertThat(evil.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(market.database.store().read(bag).orElseThrow().state())
          .isInstanceOfSatisfying(
              BagState.Open.class, open -> assertThat(open.doneTasks().isEmpty()).isTrue());
    }
  }

  @Test
  void resultsBeyondTheQuotaOfAPartAreNotStored() throws Exception {
    try (OfferingAgent north = market.provider("north").awaitConnected();
        RawAgent same = market.agent(north.identity)) {
      BagId bag = market.submit(AttackMarket.VICTIM, AttackMarket.order());
      ReservationId part = north.awaitPart();
      north.link.deliver(part, outcomes(), pack(1));
      // As if packs of 256 MiB, the quota of a part of two tasks, were stored.
      market.update("update blob set bytes = 256 * 1024 * 1024");

      Status end = deliver(same, part, pack(2));

      assertThat(end.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(end.getDescription()).contains("at most 268435456 are stored");
      assertThat(deliver(same, part, pack(1)).isOk()).as("the same pack again").isTrue();
      assertThat(market.database.packs().storedMillis(bag)).hasSize(1);
    }
  }

  /** What is refused is recorded, but an agent that repeats it cannot fill the audit log. */
  @Test
  void refusalsAreInTheAuditLogOnceAMinute() throws Exception {
    Path evilIdentity = market.enrol("evil");
    for (int i = 0; i < 20; i++) {
      try (RawAgent evil = market.agent(evilIdentity)) {
        evil.connect(9).hello();
        evil.send(
            new Message.Results(
                new ReservationId(new CallId(new BagId("b"), 1), 1, NORTH),
                TaskSet.first(1),
                System.currentTimeMillis()));
        assertThat(evil.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      }
      try (RawAgent evil = market.agent(evilIdentity)) {
        evil.connect(9).send(Wire.FromAgent.getDefaultInstance());
        assertThat(evil.end().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      }
    }
    assertThat(entriesOf("provider evil"))
        .containsExactlyInAnyOrder(
            "enrol done",
            "agent-request refused: other-provider",
            "agent-request refused: malformed-message");
    assertThat(
            market
                .database
                .audit()
                .newest(Optional.of("provider evil"), Long.MAX_VALUE, 1)
                .getFirst()
                .event())
        .extracting(AuditEvent::target)
        .asString()
        .isNotEmpty();
  }

  @Test
  void strangersAreInTheAuditLogOnceAMinute() throws Exception {
    EnrolmentToken token =
        new EnrolmentToken("0".repeat(64), MarketReplica.authority(market.database).fingerprint());
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(
              () ->
                  AgentEnrolment.enrol(
                      List.of(new ServerAddress("localhost", market.market.agentPort())),
                      token,
                      folder.resolve("stranger")))
          .hasMessageContaining("token is invalid");
    }
    assertThat(entriesOf("anonymous")).containsExactly("enrol refused: invalid-token");
    assertThat(
            market
                .database
                .audit()
                .newest(Optional.of("anonymous"), Long.MAX_VALUE, 1)
                .getFirst()
                .event())
        .extracting(AuditEvent::address)
        .isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
  }

  private List<String> entriesOf(String actor) {
    return market.database.audit().newest(Optional.of(actor), Long.MAX_VALUE, 100).stream()
        .map(entry -> entry.event().action() + " " + entry.event().result())
        .toList();
  }

  private List<OutboxMessage> outboxOfNorth() {
    return market.database.store().outboxFor(List.of(NORTH), 100);
  }

  private static List<TaskOutcome> outcomes() {
    return List.of(new TaskOutcome(0, TaskSet.first(1)));
  }

  /** A valid pack with the output of the first task. */
  private Path pack(int output) throws Exception {
    Path file = Files.createTempFile(folder, "pack", ".zip");
    try (var writer = new ResultPackWriter(Files.newOutputStream(file))) {
      byte[] content = ("output " + output).getBytes(StandardCharsets.UTF_8);
      writer.add(PackEntry.stdout(0), new ByteArrayInputStream(content));
    }
    return file;
  }

  private static Status deliver(RawAgent agent, ReservationId part, Path pack) throws Exception {
    var header = new PackHeader(part, outcomes(), Digest.of(pack), Files.size(pack));
    var end = new CompletableFuture<Status>();
    StreamObserver<Wire.PackChunk> out = agent.stub.deliverPack(RawAgent.expectingFailure(end));
    out.onNext(Wire.PackChunk.newBuilder().setHeader(MessageCodec.toWire(header)).build());
    out.onNext(
        Wire.PackChunk.newBuilder()
            .setContent(ByteString.copyFrom(Files.readAllBytes(pack)))
            .build());
    out.onCompleted();
    return end.get(30, TimeUnit.SECONDS);
  }
}
