package tender.server.store.uploads;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An upload that is not complete.
 *
 * @param bytes the size of the whole content
 * @param partBytes the size of each part but the last
 * @param tags the tags of the parts that the store has, by their number from 1
 */
public record OpenUpload(long bytes, long partBytes, SortedMap<Integer, String> tags) {
  public OpenUpload {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }
}
