package tender.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tender.support.text.ErrorMessages;

/**
 * Exclusive use of an agent's state folder by one process. The operating system releases the lock
 * when the process ends, however it ends, so no lock is left behind.
 */
final class StateLock implements AutoCloseable {
  private static final String FILE = "agent.lock";
  private static final int MAX_PID_CHARS = 20;

  /**
   * The folders that this process has locked. Closing any channel to a locked file releases the
   * lock of the whole process, so a second channel must not be opened.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private StateLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Locks the folder, which is created if it is missing; fails if another agent uses it. */
  static StateLock acquire(Path stateDir) {
    Path folder;
    try {
      folder = created(stateDir.toAbsolutePath()).toRealPath();
    } catch (IOException e) {
      throw unusable(stateDir, e);
    }
    if (!HELD.add(folder)) {
      throw inUse(folder, Long.toString(ProcessHandle.current().pid()));
    }
    try {
      return new StateLock(folder, lockedChannel(folder));
    } catch (IOException e) {
      HELD.remove(folder);
      throw unusable(stateDir, e);
    } catch (RuntimeException e) {
      HELD.remove(folder);
      throw e;
    }
  }

  /** A new folder is readable only by the agent; folders above it are as usual. */
  private static Path created(Path stateDir) throws IOException {
    if (Files.isDirectory(stateDir) || stateDir.getParent() == null) {
      return stateDir;
    }
    Files.createDirectories(stateDir.getParent());
    try {
      return Files.createDirectory(
          stateDir,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // Another agent may have created it just now, or it is a file.
      return Files.createDirectories(stateDir);
    }
  }

  private static FileChannel lockedChannel(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      @Nullable FileLock lock = channel.tryLock();
      if (lock == null) {
        throw inUse(folder, read(channel));
      }
      byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8);
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid), 0);
      locked = true;
      return channel;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  /** The process id that the holder wrote; empty if it has not written it yet. */
  private static String read(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MAX_PID_CHARS);
    channel.read(text, 0);
    String pid = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
    return pid.matches("\\d+") ? pid : "";
  }

  private static IllegalStateException inUse(Path folder, String pid) {
    return new IllegalStateException(
        ("The agent's state folder %s is in use by %s. Stop that agent first, or set another"
                + " 'state_dir' for this one.")
            .formatted(folder, pid.isEmpty() ? "another process" : "process " + pid));
  }

  private static IllegalArgumentException unusable(Path stateDir, IOException cause) {
    return new IllegalArgumentException(
        "The setting 'state_dir' is %s, which cannot be used: %s. Name a writable folder on a local disk."
            .formatted(stateDir, ErrorMessages.describe(cause)),
        cause);
  }

  /** The locked folder. */
  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(folder);
    }
  }
}
