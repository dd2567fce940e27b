package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.bagfile.Digest;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.store.OutboxMessage;
import tender.protocol.v1.Wire;

/**
 * Converts core's messages to protobuf and back. Decoding an encoded message gives an equal
 * message; decoding any other bytes throws {@link MalformedMessageException} and nothing else.
 */
public final class MessageCodec {
  private MessageCodec() {}

  /** The recipient is not encoded: it is the agent at the other end of the stream. */
  public static Wire.ToAgent toWire(OutboxMessage message) {
    return Wire.ToAgent.newBuilder()
        .setOutboxMessage(MessageEncoder.outboxMessage(message))
        .build();
  }

  public static Wire.FromAgent toWire(Message.ToMetascheduler message) {
    return MessageEncoder.fromAgent(message);
  }

  public static Wire.FromAgent toWire(Message.SlotsPublished published) {
    return Wire.FromAgent.newBuilder()
        .setSlotsPublished(MessageEncoder.published(published))
        .build();
  }

  public static Wire.FromAgent toWire(Message.AttemptsFailed report) {
    return Wire.FromAgent.newBuilder()
        .setAttemptsFailed(MessageEncoder.attemptsFailed(report))
        .build();
  }

  public static Wire.FromAgent acknowledge(List<OutboxMessage.Id> ids) {
    Wire.Acknowledge.Builder acknowledge = Wire.Acknowledge.newBuilder();
    ids.forEach(id -> acknowledge.addIds(MessageEncoder.outboxMessageId(id)));
    return Wire.FromAgent.newBuilder().setAcknowledge(acknowledge).build();
  }

  public static Wire.PackHeader toWire(PackHeader header) {
    return MessageEncoder.packHeader(header);
  }

  public static ByteString toWire(Digest digest) {
    return MessageEncoder.digest(digest);
  }

  public static OutboxMessage.Id outboxMessageId(Wire.OutboxMessage wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.outboxMessageId(wire.getId()));
  }

  /** Empty if the kind of the message is unknown to this program. */
  public static Optional<Message.ToProvider> toProvider(Wire.OutboxMessage wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.toProvider(wire));
  }

  /** Empty if the kind of the message is unknown to this program, or not one of core's. */
  public static Optional<Message.ToMetascheduler> toMetascheduler(Wire.FromAgent wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.toMetascheduler(wire));
  }

  public static List<OutboxMessage.Id> acknowledged(Wire.Acknowledge wire)
      throws MalformedMessageException {
    if (wire.getIdsCount() > ProtocolLimits.MAX_ACKNOWLEDGED) {
      throw new MalformedMessageException(
          "A message acknowledges %d others; the maximum is %d."
              .formatted(wire.getIdsCount(), ProtocolLimits.MAX_ACKNOWLEDGED));
    }
    return checked(() -> wire.getIdsList().stream().map(MessageDecoder::outboxMessageId).toList());
  }

  public static Message.SlotsPublished published(Wire.SlotsPublished wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.published(wire));
  }

  public static Message.AttemptsFailed attemptsFailed(Wire.AttemptsFailed wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.attemptsFailed(wire));
  }

  public static PackHeader packHeader(Wire.PackHeader wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.packHeader(wire));
  }

  public static Digest digest(ByteString wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.digest(wire));
  }

  public static Wire.KeptOutputRequest toWire(KeptOutputRequest request) {
    return MessageEncoder.keptOutputRequest(request);
  }

  public static KeptOutputRequest keptOutputRequest(Wire.KeptOutputRequest wire)
      throws MalformedMessageException {
    return checked(() -> MessageDecoder.keptOutputRequest(wire));
  }

  public static Wire.KeptOutputPiece toWire(KeptOutputPiece piece) {
    return MessageEncoder.keptOutputPiece(piece);
  }

  /** A piece that is not marked as unavailable. */
  public static KeptOutputPiece keptOutputPiece(Wire.KeptOutputPiece wire)
      throws MalformedMessageException {
    return checked(
        () ->
            new KeptOutputPiece(
                wire.getRequest(), wire.getFromByte(), wire.getTotalBytes(), wire.getContent()));
  }

  public static Wire.Output toWire(LargeOutput output) {
    return MessageEncoder.output(output);
  }

  /** Reads an untrusted message. */
  public static LargeOutput largeOutput(Wire.Output wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.output(wire));
  }

  public static Wire.OutputUpload toWire(OutputUpload upload) {
    return MessageEncoder.outputUpload(upload);
  }

  /** Reads an untrusted message. */
  public static OutputUpload outputUpload(Wire.OutputUpload wire) throws MalformedMessageException {
    return checked(() -> MessageDecoder.outputUpload(wire));
  }

  public static BagId bagId(String wire) throws MalformedMessageException {
    return checked(() -> new BagId(wire));
  }

  public static Wire.DeletedBags deletedBags(List<BagId> bags) {
    return Wire.DeletedBags.newBuilder()
        .addAllBags(bags.stream().map(BagId::value).toList())
        .build();
  }

  public static List<BagId> deletedBags(Wire.DeletedBags wire) throws MalformedMessageException {
    if (wire.getBagsCount() > ProtocolLimits.MAX_DELETED_BAGS) {
      throw new MalformedMessageException(
          "A message has %d deleted bags; the maximum is %d."
              .formatted(wire.getBagsCount(), ProtocolLimits.MAX_DELETED_BAGS));
    }
    return checked(() -> wire.getBagsList().stream().map(BagId::new).toList());
  }

  private static <T> T checked(Supplier<T> decoding) throws MalformedMessageException {
    try {
      return decoding.get();
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()), e);
    }
  }
}
