package tender.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the market's object store has of a large output.
 *
 * @param partBytes the size of each part but the last
 * @param tags the tags of the parts that the store has, by their number from 1
 */
public record OutputUpload(State state, long partBytes, SortedMap<Integer, String> tags) {
  /** The market has no object store. */
  public static final OutputUpload UNAVAILABLE =
      new OutputUpload(State.UNAVAILABLE, 0, new TreeMap<>());

  /** The output is stored. */
  public static final OutputUpload STORED = new OutputUpload(State.STORED, 0, new TreeMap<>());

  private static final int MAX_PARTS = 10_000;

  /** The state of an upload. */
  public enum State {
    UNAVAILABLE,
    OPEN,
    STORED
  }

  public OutputUpload {
    if (state == State.OPEN && partBytes < 1) {
      throw new IllegalArgumentException("A part has " + partBytes + " bytes.");
    }
    if (tags.size() > MAX_PARTS) {
      throw new IllegalArgumentException(
          "An upload has %d parts; the maximum is %d.".formatted(tags.size(), MAX_PARTS));
    }
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }

  /** An upload of which parts are missing. */
  public static OutputUpload open(long partBytes, SortedMap<Integer, String> tags) {
    return new OutputUpload(State.OPEN, partBytes, tags);
  }
}
