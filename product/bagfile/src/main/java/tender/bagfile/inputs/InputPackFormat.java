package tender.bagfile.inputs;

import java.nio.charset.StandardCharsets;
import tender.bagfile.RelativePath;

/**
 * The bytes of an input pack: {@link #HEADER}, then for each file the length of its path in two
 * bytes, its path in UTF-8, a byte that is 1 if it is executable and else 0, the length of its
 * content in four bytes, and its content. Numbers begin with the highest byte.
 */
final class InputPackFormat {
  private static final byte[] HEADER = "tender-input-pack-1\n".getBytes(StandardCharsets.US_ASCII);

  /** Of a file, without its path and its content. */
  private static final int ENTRY_BYTES = 7;

  private InputPackFormat() {}

  static byte[] header() {
    return HEADER.clone();
  }

  /** How many bytes a file takes in a pack. */
  static long entryBytes(RelativePath path, long contentBytes) {
    return ENTRY_BYTES + path.value().getBytes(StandardCharsets.UTF_8).length + contentBytes;
  }
}
