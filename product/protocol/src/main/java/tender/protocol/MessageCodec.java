package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.store.OutboxMessage;
import tender.protocol.v1.Wire;
import tender.bagfile.Digest;

/**
 * Core's messages, to the wire and back. Each that is written can be read again and is then equal
 * to what it was; whatever else is read ends in {@link MalformedMessageException} and in nothing else.
 */
public final class MessageCodec {
  private MessageCodec() {}

  /** A message that is owed to an agent. To whom is not said: it is whoever the stream leads to. */
  public static Wire.ToAgent toWire(OutboxMessage owed) {
    return Wire.ToAgent.newBuilder().setOwed(MessageEncoder.outboxMessage(owed)).build();
  }

  public static Wire.FromAgent toWire(Message.ToMetascheduler message) {
    return MessageEncoder.fromAgent(message);
  }

  public static Wire.FromAgent toWire(Message.SlotsPublished published) {
    return Wire.FromAgent.newBuilder().setPublished(MessageEncoder.published(published)).build();
  }

  public static Wire.FromAgent acknowledge(List<OutboxMessage.Id> ids) {
    Wire.Acknowledge.Builder acknowledge = Wire.Acknowledge.newBuilder();
    ids.forEach(id -> acknowledge.addIds(MessageEncoder.outboxMessageId(id)));
    return Wire.FromAgent.newBuilder().setAcknowledge(acknowledge).build();
  }

  /** What comes before the content of a pack. */
  public static Wire.PackHeader toWire(PackHeader header) {
    return MessageEncoder.packHeader(header);
  }

  public static ByteString toWire(Digest digest) {
    return MessageEncoder.digest(digest);
  }

  public static OutboxMessage.Id outboxMessageId(Wire.Owed wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.outboxMessageId(wire.getId()));
  }

  /** Empty if the message is of a kind that this program does not know. */
  public static Optional<Message.ToProvider> toProvider(Wire.Owed wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.toProvider(wire));
  }

  /** Empty if the message is of a kind that this program does not know, or not one of core's. */
  public static Optional<Message.ToMetascheduler> toMetascheduler(Wire.FromAgent wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.toMetascheduler(wire));
  }

  public static List<OutboxMessage.Id> acknowledged(Wire.Acknowledge wire) throws MalformedMessageException {
    if (wire.getIdsCount() > ProtocolLimits.MAX_ACKNOWLEDGED) {
      throw new MalformedMessageException(
          "A message acknowledges %d others, more than %d."
              .formatted(wire.getIdsCount(), ProtocolLimits.MAX_ACKNOWLEDGED));
    }
    return checked(() -> wire.getIdsList().stream().map(MessageDecoder::outboxMessageId).toList());
  }

  public static Message.SlotsPublished published(Wire.Published wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.published(wire));
  }

  public static PackHeader packHeader(Wire.PackHeader wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.packHeader(wire));
  }

  public static Digest digest(ByteString wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.digest(wire));
  }

  public static BagId bagId(String wire) throws MalformedMessageException {
    return checked(() -> new BagId(wire));
  }

  private static <T> T checked(Supplier<T> decoding) throws MalformedMessageException {
    try {
      return decoding.get();
    } catch (IllegalArgumentException refused) {
      throw new MalformedMessageException(String.valueOf(refused.getMessage()), refused);
    }
  }
}
