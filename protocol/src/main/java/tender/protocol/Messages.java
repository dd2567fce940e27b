package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.store.Owed;
import tender.protocol.v1.Wire;
import tender.work.Digest;

/**
 * Core's messages, to the wire and back. Each that is written can be read again and is then equal
 * to what it was; whatever else is read ends in {@link MalformedMessage} and in nothing else.
 */
public final class Messages {
  private Messages() {}

  /** A message that is owed to an agent. To whom is not said: it is whoever the stream leads to. */
  public static Wire.ToAgent toWire(Owed owed) {
    return Wire.ToAgent.newBuilder().setOwed(Encoder.owed(owed)).build();
  }

  public static Wire.FromAgent toWire(Message.ToMetascheduler message) {
    return Encoder.fromAgent(message);
  }

  public static Wire.FromAgent toWire(Message.Published published) {
    return Wire.FromAgent.newBuilder().setPublished(Encoder.published(published)).build();
  }

  public static Wire.FromAgent acknowledge(List<Owed.Id> ids) {
    Wire.Acknowledge.Builder acknowledge = Wire.Acknowledge.newBuilder();
    ids.forEach(id -> acknowledge.addIds(Encoder.owedId(id)));
    return Wire.FromAgent.newBuilder().setAcknowledge(acknowledge).build();
  }

  /** What comes before the content of a pack. */
  public static Wire.PackHeader toWire(PackHeader header) {
    return Encoder.packHeader(header);
  }

  public static ByteString toWire(Digest digest) {
    return Encoder.digest(digest);
  }

  public static Owed.Id owedId(Wire.Owed wire) throws MalformedMessage {
    return checked(() -> Decoder.owedId(wire.getId()));
  }

  /** Empty if the message is of a kind that this program does not know. */
  public static Optional<Message.ToProvider> toProvider(Wire.Owed wire) throws MalformedMessage {
    return checked(() -> Decoder.toProvider(wire));
  }

  /** Empty if the message is of a kind that this program does not know, or not one of core's. */
  public static Optional<Message.ToMetascheduler> toMetascheduler(Wire.FromAgent wire)
      throws MalformedMessage {
    return checked(() -> Decoder.toMetascheduler(wire));
  }

  public static List<Owed.Id> acknowledged(Wire.Acknowledge wire) throws MalformedMessage {
    if (wire.getIdsCount() > Limits.MOST_ACKNOWLEDGED) {
      throw new MalformedMessage(
          "A message acknowledges %d others, more than %d."
              .formatted(wire.getIdsCount(), Limits.MOST_ACKNOWLEDGED));
    }
    return checked(() -> wire.getIdsList().stream().map(Decoder::owedId).toList());
  }

  public static Message.Published published(Wire.Published wire) throws MalformedMessage {
    return checked(() -> Decoder.published(wire));
  }

  public static PackHeader packHeader(Wire.PackHeader wire) throws MalformedMessage {
    return checked(() -> Decoder.packHeader(wire));
  }

  public static Digest digest(ByteString wire) throws MalformedMessage {
    return checked(() -> Decoder.digest(wire));
  }

  public static BagId bagId(String wire) throws MalformedMessage {
    return checked(() -> new BagId(wire));
  }

  private static <T> T checked(Supplier<T> decoding) throws MalformedMessage {
    try {
      return decoding.get();
    } catch (IllegalArgumentException refused) {
      throw new MalformedMessage(String.valueOf(refused.getMessage()), refused);
    }
  }
}
