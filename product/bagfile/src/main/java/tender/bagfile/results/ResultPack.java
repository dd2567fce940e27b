package tender.bagfile.results;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import tender.core.model.TaskSet;

/**
 * The results of some tasks in one zip file, as {@link ResultPackWriter} writes it: {@code
 * TASK/stdout}, {@code TASK/stderr}, {@code TASK/task.json} with the {@link TaskRecord}, {@code
 * TASK/out/PATH} for the files that the task wrote, and {@code TASK/out-refused} if some of those
 * are left out. TASK is the task index in the bag.
 *
 * <p>The reader trusts nothing in the zip. It reads sequentially, counts the actual bytes instead
 * of trusting headers, and rejects unknown names, duplicate names and sizes above the limits. It
 * ignores the file modes of the zip, so a symbolic link in it becomes a regular file.
 */
public final class ResultPack {
  /** Size of a pack. Large enough for every pack within the other limits. */
  public static final long MAX_BYTES = 64L << 20;

  /** Total size of the files in a pack. */
  public static final long MAX_CONTENT_BYTES = 64L << 20;

  /** Size of one file. */
  public static final long MAX_FILE_BYTES = 32L << 20;

  /** Total size of the output files of one task. */
  public static final long MAX_OUTPUT_BYTES = 32L << 20;

  /** Number of output files of one task. */
  public static final int MAX_OUTPUTS = 1_000;

  public static final int MAX_TASKS = 1_000;
  public static final int MAX_FILES = 10_000;

  private ResultPack() {}

  /** Receives each file of a pack. */
  @FunctionalInterface
  public interface Visitor {
    /** The content is readable until this returns; unread content is checked as well. */
    void file(PackEntry entry, InputStream content) throws IOException;
  }

  /**
   * Reads a whole pack and returns the tasks that have files in it. Throws {@link
   * InvalidPackException}, possibly after some files were visited.
   */
  public static TaskSet read(InputStream pack, Visitor visitor) throws IOException {
    ResultPackReader reader = new ResultPackReader(pack);
    for (Optional<PackEntry> file = reader.next(); file.isPresent(); file = reader.next()) {
      visitor.file(file.get(), reader);
    }
    return reader.tasks();
  }

  /** Checks a whole pack and returns the tasks that have files in it. */
  public static TaskSet check(InputStream pack) throws IOException {
    return read(pack, (_, _) -> {});
  }
}
