package tender.server.api.view.task;

import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;

/**
 * Large outputs of a bag that are in the object store.
 *
 * @param next the last one, if there may be more
 */
public record OutputPage(List<Output> outputs, Optional<Cursor> next) {
  public OutputPage {
    outputs = List.copyOf(outputs);
  }

  /**
   * A large output.
   *
   * @param taskIndex in the work order's task list
   * @param path in the task's folder
   */
  public record Output(int taskIndex, RelativePath path, Digest digest, long bytes) {}

  /**
   * An output after which the next page begins.
   *
   * @param position of its task in the bag
   */
  public record Cursor(int position, String path) {
    /** Before the first output. */
    public static final Cursor START = new Cursor(-1, "");
  }
}
