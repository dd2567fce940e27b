package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.protocol.v1.Wire;

/** Messages that were changed on the way, by chance: read, or malformed, and nothing else. */
class MalformedBytesTest {
  private static final int MESSAGES = 10_000;

  private interface Reading {
    void read(byte[] bytes) throws MalformedMessageException, InvalidProtocolBufferException;
  }

  @Test
  void fromAgents() {
    attack(
        (messages, kind) ->
            MessageCodec.toWire(messages.toMetascheduler(kind % RandomMessages.TO_METASCHEDULER_KINDS))
                .toByteArray(),
        bytes -> MessageCodec.toMetascheduler(Wire.FromAgent.parseFrom(bytes)));
  }

  @Test
  void published() {
    attack(
        (messages, kind) -> MessageCodec.toWire(messages.published()).getPublished().toByteArray(),
        bytes -> MessageCodec.published(Wire.Published.parseFrom(bytes)));
  }

  @Test
  void toAgents() {
    attack(
        (messages, kind) -> MessageCodec.toWire(messages.owed()).toByteArray(),
        bytes -> {
          Wire.Owed owed = Wire.ToAgent.parseFrom(bytes).getOwed();
          MessageCodec.toProvider(owed);
          MessageCodec.outboxMessageId(owed);
        });
  }

  @Test
  void headersOfPacks() {
    attack(
        (messages, kind) -> MessageCodec.toWire(messages.packHeader()).toByteArray(),
        bytes -> MessageCodec.packHeader(Wire.PackHeader.parseFrom(bytes)));
  }

  private interface Drawing {
    byte[] draw(RandomMessages messages, int kind);
  }

  private static void attack(Drawing drawing, Reading reading) {
    int read = 0;
    int malformed = 0;
    for (int seed = 0; seed < MESSAGES; seed++) {
      byte[] bytes = mutated(drawing.draw(new RandomMessages(seed), seed), seed);
      try {
        reading.read(bytes);
        read++;
      } catch (InvalidProtocolBufferException e) {
        // No message at all: gRPC ends the stream.
      } catch (MalformedMessageException e) {
        malformed++;
      } catch (RuntimeException e) {
        fail("seed " + seed, e);
      }
    }
    assertThat(read).isPositive();
    assertThat(malformed).isPositive();
  }

  private static byte[] mutated(byte[] bytes, long seed) {
    var random = new SplittableRandom(~seed);
    byte[] mutated = bytes.clone();
    int changes = random.nextInt(1, 4);
    for (int i = 0; i < changes && mutated.length > 0; i++) {
      int at = random.nextInt(mutated.length);
      switch (random.nextInt(4)) {
        case 0 -> mutated[at] = (byte) random.nextInt();
        case 1 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> mutated[at] = (byte) 0xff;
        default -> mutated = Arrays.copyOf(mutated, at);
      }
    }
    return mutated;
  }
}
