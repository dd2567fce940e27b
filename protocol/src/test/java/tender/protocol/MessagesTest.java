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
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.Owed;
import tender.protocol.v1.Wire;
import tender.work.Outcome;

class MessagesTest {
  private static final ReservationId ID =
      new ReservationId(new CallId(new BagId("7"), 1), 2, new ProviderId("p"));

  @Test
  void whatIsWrittenForAgentsIsReadAgain() throws Exception {
    Set<Class<?>> kinds = new HashSet<>();
    for (long seed = 0; seed < 3_000; seed++) {
      Owed owed = new RandomMessages(seed).owed();
      byte[] bytes = Messages.toWire(owed).toByteArray();
      Wire.Owed read = Wire.ToAgent.parseFrom(bytes).getOwed();
      assertThat(Messages.owedId(read)).as("seed %d", seed).isEqualTo(owed.id());
      assertThat(Messages.toProvider(read)).as("seed %d", seed).contains(owed.message());
      kinds.add(owed.message().getClass());
    }
    assertThat(kinds).containsExactlyInAnyOrder(Message.ToProvider.class.getPermittedSubclasses());
  }

  @Test
  void whatIsWrittenByAgentsIsReadAgain() throws Exception {
    Set<Class<?>> kinds = new HashSet<>();
    for (int seed = 0; seed < 3_000; seed++) {
      Message.ToMetascheduler message =
          new RandomMessages(seed).toMetascheduler(seed % RandomMessages.TO_METASCHEDULER_KINDS);
      byte[] bytes = Messages.toWire(message).toByteArray();
      assertThat(Messages.toMetascheduler(Wire.FromAgent.parseFrom(bytes)))
          .as("seed %d", seed)
          .contains(message);
      kinds.add(message.getClass());
    }
    Set<Class<?>> all = new HashSet<>();
    Collections.addAll(all, Message.Answer.class.getPermittedSubclasses());
    all.add(Message.Offers.class);
    all.add(Message.Estimating.class);
    assertThat(kinds).isEqualTo(all);
  }

  @Test
  void whatIsPublishedIsReadAgain() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      Message.Published published = new RandomMessages(seed).published();
      byte[] bytes = Messages.toWire(published).toByteArray();
      assertThat(Messages.published(Wire.FromAgent.parseFrom(bytes).getPublished()))
          .as("seed %d", seed)
          .isEqualTo(published);
    }
  }

  @Test
  void headersOfPacksAreReadAgain() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      PackHeader header = new RandomMessages(seed).packHeader();
      byte[] bytes = Messages.toWire(header).toByteArray();
      assertThat(Messages.packHeader(Wire.PackHeader.parseFrom(bytes)))
          .as("seed %d", seed)
          .isEqualTo(header);
    }
  }

  @Test
  void everyOtherTaskOfAMillionFitsAMessage() throws Exception {
    int[] every = java.util.stream.IntStream.range(0, 500_000).map(i -> 2 * i).toArray();
    TaskSet tasks = tender.work.TaskSets.of(java.util.Arrays.stream(every));
    var results = new Message.Results(ID, tasks, 1);
    Wire.FromAgent wire = Messages.toWire(results);
    assertThat(wire.getSerializedSize()).isLessThan(Limits.LARGEST_MESSAGE_BYTES);
    assertThat(Messages.toMetascheduler(wire)).contains(results);
  }

  @Test
  void aKindThatCameLaterIsNoMessageAndNoError() throws Exception {
    var field = UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.EMPTY).build();
    var later = UnknownFieldSet.newBuilder().addField(999, field).build();
    Owed.Id id = new Owed.Id(new BagId("7"), 3, 0);
    Wire.Owed owed =
        Messages.toWire(new Owed(id, new ProviderId("p"), new Message.Release(ID))).getOwed();
    Wire.Owed unknown = owed.toBuilder().clearRelease().setUnknownFields(later).build();
    assertThat(Messages.toProvider(unknown)).isEmpty();
    assertThat(Messages.owedId(unknown)).isEqualTo(id);
    assertThat(
            Messages.toMetascheduler(Wire.FromAgent.newBuilder().setUnknownFields(later).build()))
        .isEmpty();
    Wire.FromAgent known = Messages.toWire(new Message.Committed(ID));
    assertThat(Messages.toMetascheduler(known.toBuilder().setUnknownFields(later).build()))
        .contains(new Message.Committed(ID));
  }

  @Test
  void whatIsOutOfBoundsIsMalformed() {
    Wire.FromAgent noId =
        Wire.FromAgent.newBuilder().setCommitted(Wire.Committed.getDefaultInstance()).build();
    assertThatThrownBy(() -> Messages.toMetascheduler(noId))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("bag's id");

    Wire.FromAgent noReason =
        Messages.toWire(new Message.Refused(ID, Message.Refusal.LEASE_ENDED, List.of()));
    Wire.FromAgent futureReason =
        noReason.toBuilder().setRefused(noReason.getRefused().toBuilder().setWhyValue(99)).build();
    assertThatThrownBy(() -> Messages.toMetascheduler(futureReason))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("no reason");

    Wire.FromAgent overlong =
        Messages.toWire(new Message.Results(ID, TaskSet.first(3), 1)).toBuilder()
            .mergeResults(
                Wire.Results.newBuilder()
                    .setEnded(Wire.TaskSet.newBuilder().addLengths(1).addLengths(-1))
                    .build())
            .build();
    assertThatThrownBy(() -> Messages.toMetascheduler(overlong))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("4294967295");

    Wire.Acknowledge tooMany =
        Wire.Acknowledge.newBuilder()
            .addAllIds(
                Collections.nCopies(
                    Limits.MOST_ACKNOWLEDGED + 1, Wire.OwedId.newBuilder().setBag("7").build()))
            .build();
    assertThatThrownBy(() -> Messages.acknowledged(tooMany))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("1001");

    assertThatThrownBy(() -> Messages.digest(ByteString.copyFromUtf8("short")))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("5 bytes");
  }

  @Test
  void aTaskEndsOnceInAPack() {
    List<Outcome> twice =
        List.of(new Outcome(0, TaskSet.first(3)), new Outcome(1, TaskSet.range(2, 5)));
    PackHeader sound = new RandomMessages(1).packHeader();
    assertThatThrownBy(() -> new PackHeader(ID, twice, sound.digest(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than once");
  }

  @Test
  void nobodyOffersForOthers() {
    var offer = Offer.free(new ProviderId("another"), 1, 1);
    var offers =
        new Message.Offers(
            ID.call(), new ProviderId("p"), 0, List.of(offer), Disclosure.NOTHING, 1, 2);
    assertThatThrownBy(() -> Messages.toWire(offers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another");
  }
}
