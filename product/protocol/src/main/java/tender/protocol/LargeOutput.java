package tender.protocol;

import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;

/**
 * An output that an agent sends to the market's object store, because it is too large for a pack.
 *
 * @param taskIndex the position of its task in the bag
 * @param path in the task's folder
 */
public record LargeOutput(
    ReservationId part, int taskIndex, RelativePath path, Digest digest, long bytes) {
  public LargeOutput {
    if (bytes < 1 || bytes > ProtocolLimits.MAX_BLOB_BYTES) {
      throw new IllegalArgumentException(
          "The output %s has %d bytes, and must have from 1 to %d."
              .formatted(path, bytes, ProtocolLimits.MAX_BLOB_BYTES));
    }
  }
}
