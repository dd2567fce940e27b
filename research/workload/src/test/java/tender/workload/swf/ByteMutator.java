package tender.workload.swf;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Mutates bytes at random, with inputs that often break parsers. */
final class ByteMutator {
  private static final List<String> EDGE_CASES =
      List.of(
          "-",
          "--1",
          "+1",
          ".",
          "1.",
          ".5",
          "1.2.3",
          "1e9",
          "NaN",
          "0x10",
          "٣",
          "\0",
          ";",
          "\r",
          "\n",
          "\r\n",
          "\t",
          "\f",
          "99999999999999999999",
          "9223372036854775807",
          "2147483648",
          "-9223372036854775808",
          "00000000000000000000000001",
          "1.0000000000000000000000001",
          "\u001f\u008b\b",
          "\ufeff",
          " ".repeat(1_100),
          "7".repeat(1_100),
          "; Key: value\n");

  private final SplittableRandom random;

  ByteMutator(SplittableRandom random) {
    this.random = random;
  }

  byte[] mutate(byte[] original) {
    byte[] bytes = original;
    int times = random.nextInt(1, 8);
    for (int i = 0; i < times; i++) {
      bytes = mutateOnce(bytes);
    }
    return bytes;
  }

  byte[] noise() {
    byte[] bytes = new byte[random.nextInt(0, 3_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] mutateOnce(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(1, 60));
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(bytes, from);
      case 1 -> splice(bytes, from, new byte[0], to);
      case 2 -> splice(bytes, from, Arrays.copyOfRange(bytes, from, to), from);
      case 3 ->
          splice(
              bytes, from, SwfSamples.bytes(EDGE_CASES.get(random.nextInt(EDGE_CASES.size()))), to);
      case 4 ->
          splice(
              bytes,
              from,
              SwfSamples.bytes(EDGE_CASES.get(random.nextInt(EDGE_CASES.size()))),
              from);
      default -> flip(bytes, from);
    };
  }

  private byte[] flip(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    if (at < flipped.length) {
      flipped[at] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private static byte[] splice(byte[] bytes, int from, byte[] middle, int to) {
    var out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(middle);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }
}
