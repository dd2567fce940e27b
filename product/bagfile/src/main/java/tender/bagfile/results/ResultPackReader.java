package tender.bagfile.results;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import tender.bagfile.TaskSets;
import tender.core.model.TaskSet;

/** Reads a pack file by file; as a stream it is the content of the current file. */
final class ResultPackReader extends InputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ZipInputStream zip;
  private final byte[] unread = new byte[BUFFER_BYTES];
  private final Set<PackEntry> files = new HashSet<>();
  private final Set<Integer> tasks = new TreeSet<>();
  private long fileBytes;
  private long contentBytes;

  ResultPackReader(InputStream pack) {
    zip = new ZipInputStream(new BoundedInputStream(pack));
  }

  /** Checks the rest of the current file and moves to the next; empty at the end. */
  Optional<PackEntry> next() throws IOException {
    finishFile();
    Optional<String> name = nextName();
    if (name.isEmpty()) {
      if (files.isEmpty()) {
        throw new InvalidPackException("The result pack has no files, or is not a zip file.");
      }
      return Optional.empty();
    }
    PackEntry file = parse(name.get());
    if (!files.add(file)) {
      throw new InvalidPackException("The result pack has the file " + file + " twice.");
    }
    tasks.add(file.taskIndex());
    if (files.size() > ResultPack.MAX_FILES || tasks.size() > ResultPack.MAX_TASKS) {
      throw new InvalidPackException(
          "The result pack has more than %s files or %s tasks."
              .formatted(ResultPack.MAX_FILES, ResultPack.MAX_TASKS));
    }
    fileBytes = 0;
    return Optional.of(file);
  }

  TaskSet tasks() {
    return TaskSets.of(tasks.stream().mapToInt(Integer::intValue));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read;
    try {
      read = zip.read(buffer, offset, length);
    } catch (ZipException | EOFException e) {
      throw unreadable(e);
    }
    fileBytes += Math.max(read, 0);
    contentBytes += Math.max(read, 0);
    if (fileBytes > ResultPack.MAX_FILE_BYTES || contentBytes > ResultPack.MAX_CONTENT_BYTES) {
      throw new InvalidPackException(
          "The result pack has a file of more than %s bytes, or more than %s bytes in all."
              .formatted(ResultPack.MAX_FILE_BYTES, ResultPack.MAX_CONTENT_BYTES));
    }
    return read;
  }

  private void finishFile() throws IOException {
    if (!files.isEmpty()) {
      while (read(unread, 0, unread.length) >= 0) {}
    }
  }

  private Optional<String> nextName() throws IOException {
    try {
      return Optional.ofNullable(zip.getNextEntry()).map(ZipEntry::getName);
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      // Java throws IllegalArgumentException if a name is not UTF-8.
      throw unreadable(e);
    }
  }

  private static PackEntry parse(String name) throws InvalidPackException {
    try {
      return PackEntry.parse(name);
    } catch (IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private static InvalidPackException unreadable(Exception e) {
    return new InvalidPackException("Cannot read the result pack: " + e.getMessage(), e);
  }

  /** Limits how many bytes of the zip are read. */
  private static final class BoundedInputStream extends InputStream {
    private final InputStream in;
    private long bytes;

    BoundedInputStream(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = in.read(buffer, offset, length);
      bytes += Math.max(read, 0);
      if (bytes > ResultPack.MAX_BYTES) {
        throw new InvalidPackException(
            "The result pack has more than " + ResultPack.MAX_BYTES + " bytes.");
      }
      return read;
    }
  }
}
