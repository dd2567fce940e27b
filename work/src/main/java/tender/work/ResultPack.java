package tender.work;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import tender.core.model.TaskSet;

/**
 * The results of some tasks in one zip, as {@link ResultPackWriter} makes it: {@code TASK/stdout},
 * {@code TASK/stderr}, {@code TASK/out/PATH} for the files it made, and {@code TASK/out-refused} if
 * some of those are left out. Tasks have the bag's numbers from 0 on.
 *
 * <p>Reading believes nothing. It goes from the first byte on, counts what comes out instead of
 * trusting what headers say, and refuses any other name, a name that is there twice, and too much
 * of anything. It makes no use of a zip's own modes, so a link in it is only a file with the text
 * of a path.
 */
public final class ResultPack {
  /** How large a pack may be; large enough for whatever an agent makes within its own bounds. */
  public static final long LARGEST_BYTES = 64L << 20;

  /** How many bytes the files of a pack may have together. */
  public static final long LARGEST_CONTENT_BYTES = 64L << 20;

  /** How many bytes one file may have. */
  public static final long LARGEST_FILE_BYTES = 32L << 20;

  public static final int MOST_TASKS = 1_000;
  public static final int MOST_FILES = 10_000;

  private ResultPack() {}

  /** What to do with each file of a pack. */
  @FunctionalInterface
  public interface Visitor {
    /** The content can be read until this returns; what is left unread is checked all the same. */
    void file(PackEntry entry, InputStream content) throws IOException;
  }

  /**
   * Reads a pack from its beginning to its end and returns the tasks that it has files of. A {@link
   * BadPackException} may come after some files were visited.
   */
  public static TaskSet read(InputStream pack, Visitor visitor) throws IOException {
    PackReader reader = new PackReader(pack);
    for (Optional<PackEntry> file = reader.next(); file.isPresent(); file = reader.next()) {
      visitor.file(file.get(), reader);
    }
    return reader.tasks();
  }

  /** Reads a pack only to know that it can be read, and which tasks it has files of. */
  public static TaskSet check(InputStream pack) throws IOException {
    return read(pack, (_, _) -> {});
  }
}
