package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.protocol.v1.Wire;

/** A randomly changed message is decoded or reported as malformed; no other exception occurs. */
class MalformedBytesTest {
  private static final int MESSAGES = 10_000;

  private interface Decoding {
    void decode(byte[] bytes) throws MalformedMessageException, InvalidProtocolBufferException;
  }

  @Test
  void changedMessagesFromAgentsDecodeOrAreMalformed() {
    decodeMutated(
        (messages, kind) ->
            MessageCodec.toWire(
                    messages.toMetascheduler(kind % RandomMessages.TO_METASCHEDULER_KINDS))
                .toByteArray(),
        bytes -> MessageCodec.toMetascheduler(Wire.FromAgent.parseFrom(bytes)));
  }

  @Test
  void changedFailureReportsDecodeOrAreMalformed() {
    decodeMutated(
        (messages, kind) ->
            MessageCodec.toWire(messages.attemptsFailed()).getAttemptsFailed().toByteArray(),
        bytes -> MessageCodec.attemptsFailed(Wire.AttemptsFailed.parseFrom(bytes)));
  }

  @Test
  void changedPublishedSlotsDecodeOrAreMalformed() {
    decodeMutated(
        (messages, kind) ->
            MessageCodec.toWire(messages.published()).getSlotsPublished().toByteArray(),
        bytes -> MessageCodec.published(Wire.SlotsPublished.parseFrom(bytes)));
  }

  @Test
  void changedMessagesToAgentsDecodeOrAreMalformed() {
    decodeMutated(
        (messages, kind) -> MessageCodec.toWire(messages.outboxMessage()).toByteArray(),
        bytes -> {
          Wire.OutboxMessage message = Wire.ToAgent.parseFrom(bytes).getOutboxMessage();
          MessageCodec.toProvider(message);
          MessageCodec.outboxMessageId(message);
        });
  }

  @Test
  void changedPackHeadersDecodeOrAreMalformed() {
    decodeMutated(
        (messages, kind) -> MessageCodec.toWire(messages.packHeader()).toByteArray(),
        bytes -> MessageCodec.packHeader(Wire.PackHeader.parseFrom(bytes)));
  }

  private interface Encoding {
    byte[] encode(RandomMessages messages, int kind);
  }

  private static void decodeMutated(Encoding encoding, Decoding decoding) {
    int decoded = 0;
    int malformed = 0;
    for (int seed = 0; seed < MESSAGES; seed++) {
      byte[] bytes = mutated(encoding.encode(new RandomMessages(seed), seed), seed);
      try {
        decoding.decode(bytes);
        decoded++;
      } catch (InvalidProtocolBufferException e) {
        // Not a protobuf message: gRPC would end the stream.
      } catch (MalformedMessageException e) {
        malformed++;
      } catch (RuntimeException e) {
        fail("seed " + seed, e);
      }
    }
    assertThat(decoded).isPositive();
    assertThat(malformed).isPositive();
  }

  private static byte[] mutated(byte[] bytes, long seed) {
    var random = new SplittableRandom(~seed);
    byte[] mutated = bytes.clone();
    int changes = random.nextInt(1, 4);
    for (int i = 0; i < changes && mutated.length > 0; i++) {
      int index = random.nextInt(mutated.length);
      switch (random.nextInt(4)) {
        case 0 -> mutated[index] = (byte) random.nextInt();
        case 1 -> mutated[index] ^= (byte) (1 << random.nextInt(8));
        case 2 -> mutated[index] = (byte) 0xff;
        default -> mutated = Arrays.copyOf(mutated, index);
      }
    }
    return mutated;
  }
}
