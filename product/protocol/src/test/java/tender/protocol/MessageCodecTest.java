package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.protocol.v1.Wire;

class MessageCodecTest {
  private static final ReservationId ID =
      new ReservationId(new CallId(new BagId("7"), 1), 2, new ProviderId("p"));

  @Test
  void messagesToAgentsRoundTrip() throws Exception {
    Set<Class<?>> kinds = new HashSet<>();
    for (long seed = 0; seed < 3_000; seed++) {
      OutboxMessage message = new RandomMessages(seed).outboxMessage();
      byte[] bytes = MessageCodec.toWire(message).toByteArray();
      Wire.OutboxMessage read = Wire.ToAgent.parseFrom(bytes).getOutboxMessage();
      assertThat(MessageCodec.outboxMessageId(read)).as("seed %d", seed).isEqualTo(message.id());
      assertThat(MessageCodec.toProvider(read)).as("seed %d", seed).contains(message.message());
      kinds.add(message.message().getClass());
    }
    assertThat(kinds).containsExactlyInAnyOrder(Message.ToProvider.class.getPermittedSubclasses());
  }

  @Test
  void messagesFromAgentsRoundTrip() throws Exception {
    Set<Class<?>> kinds = new HashSet<>();
    for (int seed = 0; seed < 3_000; seed++) {
      Message.ToMetascheduler message =
          new RandomMessages(seed).toMetascheduler(seed % RandomMessages.TO_METASCHEDULER_KINDS);
      byte[] bytes = MessageCodec.toWire(message).toByteArray();
      assertThat(MessageCodec.toMetascheduler(Wire.FromAgent.parseFrom(bytes)))
          .as("seed %d", seed)
          .contains(message);
      kinds.add(message.getClass());
    }
    Set<Class<?>> all = new HashSet<>();
    Collections.addAll(all, Message.ReservationAnswer.class.getPermittedSubclasses());
    all.add(Message.Offers.class);
    all.add(Message.EstimatePending.class);
    assertThat(kinds).isEqualTo(all);
  }

  @Test
  void failureReportsRoundTrip() throws Exception {
    for (int seed = 0; seed < 100; seed++) {
      Message.AttemptsFailed report = new RandomMessages(seed).attemptsFailed();
      byte[] bytes = MessageCodec.toWire(report).toByteArray();
      assertThat(MessageCodec.attemptsFailed(Wire.FromAgent.parseFrom(bytes).getAttemptsFailed()))
          .isEqualTo(report);
    }
  }

  @Test
  void tooLongErrorOutputIsMalformed() {
    Wire.AttemptsFailed.Builder report =
        MessageCodec.toWire(new RandomMessages(1).attemptsFailed()).getAttemptsFailed().toBuilder();
    report.getLatestBuilder(0).setStderrTail("x".repeat(2_049));
    assertThatThrownBy(() -> MessageCodec.attemptsFailed(report.build()))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("2049 characters; the maximum is 2048");
  }

  @Test
  void publishedSlotsRoundTrip() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      Message.SlotsPublished published = new RandomMessages(seed).published();
      byte[] bytes = MessageCodec.toWire(published).toByteArray();
      assertThat(MessageCodec.published(Wire.FromAgent.parseFrom(bytes).getSlotsPublished()))
          .as("seed %d", seed)
          .isEqualTo(published);
    }
  }

  @Test
  void packHeadersRoundTrip() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      PackHeader header = new RandomMessages(seed).packHeader();
      byte[] bytes = MessageCodec.toWire(header).toByteArray();
      assertThat(MessageCodec.packHeader(Wire.PackHeader.parseFrom(bytes)))
          .as("seed %d", seed)
          .isEqualTo(header);
    }
  }

  @Test
  void everyOtherTaskOfAMillionFitsInAMessage() throws Exception {
    int[] every = java.util.stream.IntStream.range(0, 500_000).map(i -> 2 * i).toArray();
    TaskSet tasks = tender.bagfile.TaskSets.of(java.util.Arrays.stream(every));
    var results = new Message.Results(ID, tasks, 1);
    Wire.FromAgent wire = MessageCodec.toWire(results);
    assertThat(wire.getSerializedSize()).isLessThan(ProtocolLimits.MAX_MESSAGE_BYTES);
    assertThat(MessageCodec.toMetascheduler(wire)).contains(results);
  }

  @Test
  void unknownMessageKindDecodesToEmpty() throws Exception {
    var field = UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.EMPTY).build();
    var later = UnknownFieldSet.newBuilder().addField(999, field).build();
    OutboxMessage.Id id = new OutboxMessage.Id(new BagId("7"), 3, 0);
    Wire.OutboxMessage known =
        MessageCodec.toWire(new OutboxMessage(id, new ProviderId("p"), new Message.Release(ID)))
            .getOutboxMessage();
    Wire.OutboxMessage unknown = known.toBuilder().clearRelease().setUnknownFields(later).build();
    assertThat(MessageCodec.toProvider(unknown)).isEmpty();
    assertThat(MessageCodec.outboxMessageId(unknown)).isEqualTo(id);
    assertThat(
            MessageCodec.toMetascheduler(
                Wire.FromAgent.newBuilder().setUnknownFields(later).build()))
        .isEmpty();
    Wire.FromAgent committed = MessageCodec.toWire(new Message.Committed(ID));
    assertThat(MessageCodec.toMetascheduler(committed.toBuilder().setUnknownFields(later).build()))
        .contains(new Message.Committed(ID));
  }

  @Test
  void valuesOutOfBoundsAreMalformed() {
    Wire.FromAgent noId =
        Wire.FromAgent.newBuilder().setCommitted(Wire.Committed.getDefaultInstance()).build();
    assertThatThrownBy(() -> MessageCodec.toMetascheduler(noId))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("bag's id");

    Wire.FromAgent noReason =
        MessageCodec.toWire(
            new Message.Refused(ID, Message.RefusalReason.LEASE_EXPIRED, List.of()));
    Wire.FromAgent futureReason =
        noReason.toBuilder()
            .setRefused(noReason.getRefused().toBuilder().setReasonValue(99))
            .build();
    assertThatThrownBy(() -> MessageCodec.toMetascheduler(futureReason))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("missing or unknown");

    Wire.FromAgent overlong =
        MessageCodec.toWire(new Message.Results(ID, TaskSet.first(3), 1)).toBuilder()
            .mergeResults(
                Wire.Results.newBuilder()
                    .setEndedTasks(Wire.TaskSet.newBuilder().addLengths(1).addLengths(-1))
                    .build())
            .build();
    assertThatThrownBy(() -> MessageCodec.toMetascheduler(overlong))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("4294967295");

    Wire.Acknowledge tooMany =
        Wire.Acknowledge.newBuilder()
            .addAllIds(
                Collections.nCopies(
                    ProtocolLimits.MAX_ACKNOWLEDGED + 1,
                    Wire.OutboxMessageId.newBuilder().setBag("7").build()))
            .build();
    assertThatThrownBy(() -> MessageCodec.acknowledged(tooMany))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("1001");

    assertThatThrownBy(() -> MessageCodec.digest(ByteString.copyFromUtf8("short")))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("5 bytes");
  }

  @Test
  void taskWithTwoExitCodesInAPackIsRejected() {
    List<TaskOutcome> twice =
        List.of(new TaskOutcome(0, TaskSet.first(3)), new TaskOutcome(1, TaskSet.range(2, 5)));
    PackHeader sound = new RandomMessages(1).packHeader();
    assertThatThrownBy(() -> new PackHeader(ID, twice, sound.digest(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than one exit code");
  }

  @Test
  void offerOfAnotherProviderIsRejected() {
    var offer = Offer.free(new ProviderId("another"), 1, 1);
    var offers =
        new Message.Offers(
            ID.call(), new ProviderId("p"), 0, List.of(offer), Disclosure.NOTHING, 1, 2);
    assertThatThrownBy(() -> MessageCodec.toWire(offers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another");
  }
}
