package tender.protocol;

import com.google.protobuf.ByteString;

/**
 * A piece of a kept output: {@link ProtocolLimits#PIECE_BYTES} bytes, the last one fewer.
 *
 * @param request the id of the request
 * @param totalBytes the size of the whole file
 */
public record KeptOutputPiece(long request, long fromByte, long totalBytes, ByteString content) {
  public KeptOutputPiece {
    long expected = Math.min(ProtocolLimits.PIECE_BYTES, totalBytes - fromByte);
    if (fromByte < 0
        || fromByte % ProtocolLimits.PIECE_BYTES != 0
        || totalBytes < 0
        || content.size() != expected) {
      throw new IllegalArgumentException(
          "A piece of a file of %d bytes has %d bytes from byte %d."
              .formatted(totalBytes, content.size(), fromByte));
    }
  }
}
