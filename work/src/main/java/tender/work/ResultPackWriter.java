package tender.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a {@link ResultPack}. The same files in the same order give the same bytes, so that a pack
 * that is built again after a crash has the same digest, and is recognised.
 */
public final class ResultPackWriter implements Closeable {
  /** The first instant that a zip can tell; the real times of files tell nothing that counts. */
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** More than the headers of an entry take; its name is there twice, besides. */
  private static final int ENTRY_BYTES = 200;

  private final ZipOutputStream zip;
  private final Set<PackEntry> files = new HashSet<>();
  private final Set<Integer> tasks = new HashSet<>();
  private long contentBytes;
  private long overheadBytes;

  public ResultPackWriter(OutputStream out) {
    zip = new ZipOutputStream(out);
  }

  /** Adds a file with all that is left in the stream, which stays open. */
  public void add(PackEntry file, InputStream content) throws IOException {
    if (!files.add(file)) {
      throw new IllegalArgumentException("The file " + file + " is in the pack already.");
    }
    tasks.add(file.task());
    if (files.size() > ResultPack.MOST_FILES || tasks.size() > ResultPack.MOST_TASKS) {
      throw new IllegalStateException("The pack is full. Begin another before " + file + ".");
    }
    ZipEntry entry = new ZipEntry(file.toString());
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
    long bytes = content.transferTo(zip);
    contentBytes += bytes;
    overheadBytes += 2L * entry.getName().getBytes(UTF_8).length + ENTRY_BYTES + bytes / 1_000;
    if (bytes > ResultPack.LARGEST_FILE_BYTES || contentBytes > ResultPack.LARGEST_CONTENT_BYTES) {
      throw new IllegalStateException("The pack is too large with " + file + ". Leave it out.");
    }
    zip.closeEntry();
  }

  /** The most bytes that the zip can have with what is in it so far. */
  public long mostBytes() {
    return contentBytes + overheadBytes;
  }

  /** How many files are in it so far. */
  public int files() {
    return files.size();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
