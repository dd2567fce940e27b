package tender.support.transfer;

import java.util.Map;

/**
 * What an object store has of an upload.
 *
 * @param partBytes the size of each part but the last
 * @param tags the tags of the parts that were sent, by their number from 1
 */
public record SentParts(long partBytes, Map<Integer, String> tags) {
  public SentParts {
    if (partBytes < 1) {
      throw new IllegalArgumentException("A part must have content; partBytes is " + partBytes);
    }
    tags = Map.copyOf(tags);
  }
}
