package tender.server.api.view;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An input file of which parts are missing in the object store.
 *
 * @param partBytes the size of each part but the last
 * @param tags the tags of the parts that the store has, by their number from 1
 */
public record UploadView(long partBytes, SortedMap<Integer, String> tags) {
  public UploadView {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }
}
