package tender.work;

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
import tender.core.model.TaskSet;

/** Goes through a pack file by file; as a stream it is the content of the present file. */
final class PackReader extends InputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ZipInputStream zip;
  private final Set<PackEntry> files = new HashSet<>();
  private final Set<Integer> tasks = new TreeSet<>();
  private long fileBytes;
  private long contentBytes;

  PackReader(InputStream pack) {
    zip = new ZipInputStream(new Bounded(pack));
  }

  /** The next file, after the rest of the present one was checked; none at the end. */
  Optional<PackEntry> next() throws IOException {
    finishFile();
    Optional<String> name = nextName();
    if (name.isEmpty()) {
      if (files.isEmpty()) {
        throw new BadPackException("A pack of results has no files. Maybe it is not a zip.");
      }
      return Optional.empty();
    }
    PackEntry file = parse(name.get());
    if (!files.add(file)) {
      throw new BadPackException("A pack of results has the file " + file + " twice.");
    }
    tasks.add(file.task());
    if (files.size() > ResultPack.MOST_FILES || tasks.size() > ResultPack.MOST_TASKS) {
      throw new BadPackException(
          "A pack of results has more than "
              + ResultPack.MOST_FILES
              + " files or "
              + ResultPack.MOST_TASKS
              + " tasks.");
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
    if (fileBytes > ResultPack.LARGEST_FILE_BYTES
        || contentBytes > ResultPack.LARGEST_CONTENT_BYTES) {
      throw new BadPackException(
          "A pack of results has a file of more than "
              + ResultPack.LARGEST_FILE_BYTES
              + " bytes, or more than "
              + ResultPack.LARGEST_CONTENT_BYTES
              + " bytes in all.");
    }
    return read;
  }

  private void finishFile() throws IOException {
    if (!files.isEmpty()) {
      byte[] buffer = new byte[BUFFER_BYTES];
      while (read(buffer, 0, buffer.length) >= 0) {}
    }
  }

  private Optional<String> nextName() throws IOException {
    try {
      return Optional.ofNullable(zip.getNextEntry()).map(ZipEntry::getName);
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      // Java says in the last of these ways that a name is not in UTF-8.
      throw unreadable(e);
    }
  }

  private static PackEntry parse(String name) throws BadPackException {
    try {
      return PackEntry.parse(name);
    } catch (IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private static BadPackException unreadable(Exception e) {
    return new BadPackException("A pack of results cannot be read: " + e.getMessage(), e);
  }

  /** The zip as it comes, of which no more is read than a pack may have. */
  private static final class Bounded extends InputStream {
    private final InputStream in;
    private long bytes;

    Bounded(InputStream in) {
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
      if (bytes > ResultPack.LARGEST_BYTES) {
        throw new BadPackException(
            "A pack of results has more than " + ResultPack.LARGEST_BYTES + " bytes.");
      }
      return read;
    }
  }
}
