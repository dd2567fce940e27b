package tender.bagfile.results;

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
 * that is rebuilt after a crash has the same digest and is recognised as a duplicate.
 */
public final class ResultPackWriter implements Closeable {
  /** The earliest time that a zip can hold; used for all files so that packs are reproducible. */
  private static final LocalDateTime FIXED_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** Upper bound on the headers of an entry, without the name, which is written twice. */
  private static final int ENTRY_OVERHEAD_BYTES = 200;

  private final ZipOutputStream zip;
  private final Set<PackEntry> files = new HashSet<>();
  private final Set<Integer> tasks = new HashSet<>();
  private long contentBytes;
  private long overheadBytes;

  public ResultPackWriter(OutputStream out) {
    zip = new ZipOutputStream(out);
  }

  /** Adds a file with the rest of the stream as content. Does not close the stream. */
  public void add(PackEntry file, InputStream content) throws IOException {
    if (!files.add(file)) {
      throw new IllegalArgumentException("File " + file + " is already in the pack.");
    }
    tasks.add(file.taskIndex());
    if (files.size() > ResultPack.MAX_FILES || tasks.size() > ResultPack.MAX_TASKS) {
      throw new IllegalStateException("The pack is full. Start another pack for " + file + ".");
    }
    ZipEntry entry = new ZipEntry(file.toString());
    entry.setTimeLocal(FIXED_TIME);
    zip.putNextEntry(entry);
    long bytes = content.transferTo(zip);
    contentBytes += bytes;
    overheadBytes +=
        2L * entry.getName().getBytes(UTF_8).length + ENTRY_OVERHEAD_BYTES + bytes / 1_000;
    if (bytes > ResultPack.MAX_FILE_BYTES || contentBytes > ResultPack.MAX_CONTENT_BYTES) {
      throw new IllegalStateException("File " + file + " makes the pack too large. Leave it out.");
    }
    zip.closeEntry();
  }

  /** Upper bound on the size of the zip with the files added so far. */
  public long maxBytes() {
    return contentBytes + overheadBytes;
  }

  /** Number of files added so far. */
  public int files() {
    return files.size();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
