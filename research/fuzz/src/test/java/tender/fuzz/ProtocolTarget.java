package tender.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.KeptOutputRequest;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.v1.Wire;

/** Messages between server and agents. The first byte of an input selects the kind. */
public final class ProtocolTarget implements FuzzTarget {
  private static final ProviderId PROVIDER = new ProviderId("p");

  @Override
  public String name() {
    return "protocol";
  }

  @Override
  public void read(byte[] input) throws MalformedMessageException {
    if (input.length == 0) {
      return;
    }
    byte[] message = Arrays.copyOfRange(input, 1, input.length);
    try {
      switch (input[0]) {
        case 'a' -> fromAgent(Wire.FromAgent.parseFrom(message));
        case 's' -> toAgent(Wire.ToAgent.parseFrom(message));
        case 'p' -> packHeader(Wire.PackHeader.parseFrom(message));
        case 'r' -> keptOutputRequest(Wire.KeptOutputRequest.parseFrom(message));
        case 'k' -> keptOutputPiece(Wire.KeptOutputPiece.parseFrom(message));
        default -> {}
      }
    } catch (InvalidProtocolBufferException e) {
      // Not a message: gRPC ends the stream.
    }
  }

  private interface Decoding<T> {
    T decode() throws MalformedMessageException;
  }

  /** Empty if the message is malformed. */
  private static <T> Optional<T> decoded(Decoding<T> decoding) {
    try {
      return Optional.of(decoding.decode());
    } catch (MalformedMessageException e) {
      return Optional.empty();
    }
  }

  private static void fromAgent(Wire.FromAgent wire) throws MalformedMessageException {
    Optional<Message.ToMetascheduler> decoded =
        decoded(() -> MessageCodec.toMetascheduler(wire)).flatMap(message -> message);
    if (decoded.isPresent()) {
      Properties.same(decoded, MessageCodec.toMetascheduler(MessageCodec.toWire(decoded.get())));
    }
    switch (wire.getKindCase()) {
      case SLOTS_PUBLISHED -> published(wire.getSlotsPublished());
      case ATTEMPTS_FAILED -> attemptsFailed(wire.getAttemptsFailed());
      case ACKNOWLEDGE -> acknowledge(wire.getAcknowledge());
      default -> {}
    }
  }

  private static void published(Wire.SlotsPublished wire) throws MalformedMessageException {
    var decoded = decoded(() -> MessageCodec.published(wire));
    if (decoded.isPresent()) {
      Wire.FromAgent again = MessageCodec.toWire(decoded.get());
      Properties.same(decoded.get(), MessageCodec.published(again.getSlotsPublished()));
    }
  }

  private static void attemptsFailed(Wire.AttemptsFailed wire) throws MalformedMessageException {
    var decoded = decoded(() -> MessageCodec.attemptsFailed(wire));
    if (decoded.isPresent()) {
      Wire.FromAgent again = MessageCodec.toWire(decoded.get());
      Properties.same(decoded.get(), MessageCodec.attemptsFailed(again.getAttemptsFailed()));
    }
  }

  private static void acknowledge(Wire.Acknowledge wire) throws MalformedMessageException {
    var decoded = decoded(() -> MessageCodec.acknowledged(wire));
    if (decoded.isPresent()) {
      Wire.FromAgent again = MessageCodec.acknowledge(decoded.get());
      Properties.same(decoded.get(), MessageCodec.acknowledged(again.getAcknowledge()));
    }
  }

  private static void toAgent(Wire.ToAgent wire) throws MalformedMessageException {
    Wire.OutboxMessage outbox = wire.getOutboxMessage();
    var message = decoded(() -> MessageCodec.toProvider(outbox)).flatMap(known -> known);
    var id = decoded(() -> MessageCodec.outboxMessageId(outbox));
    if (message.isPresent() && id.isPresent()) {
      Wire.OutboxMessage again =
          MessageCodec.toWire(new OutboxMessage(id.get(), PROVIDER, message.get()))
              .getOutboxMessage();
      Properties.same(message, MessageCodec.toProvider(again));
      Properties.same(id.get(), MessageCodec.outboxMessageId(again));
    }
  }

  private static void packHeader(Wire.PackHeader wire) throws MalformedMessageException {
    Optional<PackHeader> decoded = decoded(() -> MessageCodec.packHeader(wire));
    if (decoded.isPresent()) {
      Properties.same(decoded.get(), MessageCodec.packHeader(MessageCodec.toWire(decoded.get())));
    }
  }

  private static void keptOutputRequest(Wire.KeptOutputRequest wire)
      throws MalformedMessageException {
    Optional<KeptOutputRequest> decoded = decoded(() -> MessageCodec.keptOutputRequest(wire));
    if (decoded.isPresent()) {
      Properties.same(
          decoded.get(), MessageCodec.keptOutputRequest(MessageCodec.toWire(decoded.get())));
    }
  }

  private static void keptOutputPiece(Wire.KeptOutputPiece wire) throws MalformedMessageException {
    var decoded = decoded(() -> MessageCodec.keptOutputPiece(wire));
    if (decoded.isPresent()) {
      Properties.same(
          decoded.get(), MessageCodec.keptOutputPiece(MessageCodec.toWire(decoded.get())));
    }
  }
}
