package tender.agent.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.bagfile.OutputGlob;
import tender.bagfile.results.PackEntry;
import tender.bagfile.RelativePath;
import tender.bagfile.results.ResultPackWriter;

/**
 * Puts the results of one task into a pack: what it said, and the files that it left and that are
 * asked for. The task may be hostile and still be there: only regular files that are in its own
 * folder are taken, and a bounded number of bytes of a bounded number of them.
 */
final class TaskResultPacker {
  /** Of what a task says. */
  static final long MAX_LOG_BYTES = 1 << 20;

  /** Of all files that a task leaves, together. */
  static final long MAX_OUTPUT_BYTES = 32L << 20;

  static final int MAX_OUTPUTS = 1_000;

  /** Files and folders that are looked at, whether asked for or not. */
  private static final int MAX_VISITED = 100_000;

  private static final String LINK_REASON = "is a link, and links are not followed";

  private final ResultPackWriter pack;
  private final int task;
  private final List<OutputGlob> globs;
  private final Set<String> inputs;
  private final OmittedFiles omitted = new OmittedFiles();
  private long bytesLeft = MAX_OUTPUT_BYTES;
  private int outputsLeft = MAX_OUTPUTS;
  private int visitsLeft = MAX_VISITED;

  /**
   * Of one task.
   *
   * @param inputs names right below the task's folder which, if they are links, are those to its
   *     inputs
   */
  TaskResultPacker(ResultPackWriter pack, int task, List<OutputGlob> globs, Set<String> inputs) {
    this.pack = pack;
    this.task = task;
    this.globs = globs;
    this.inputs = inputs;
  }

  /** Adds all of it; the two folders are below a trusted one. */
  void add(Path trusted, Path control, Path folder) throws IOException {
    addLogs(trusted, control, List.of(PackEntry.stdout(task), PackEntry.stderr(task)));
    if (!globs.isEmpty()) {
      addBelow("", () -> UntrustedFolder.open(trusted, folder));
    }
    if (!omitted.isEmpty()) {
      pack.add(PackEntry.refused(task), new ByteArrayInputStream(omitted.bytes()));
    }
  }

  /** A task that never began has none, and one that cannot be taken is refused: both are empty. */
  private void addLogs(Path trusted, Path control, List<PackEntry> entries) throws IOException {
    String name = entries.getFirst().path().value();
    Optional<UntrustedFolder> logs = openOrOmit(name, () -> UntrustedFolder.open(trusted, control));
    if (logs.isEmpty()) {
      for (PackEntry entry : entries) {
        pack.add(entry, InputStream.nullInputStream());
      }
      return;
    }
    try (UntrustedFolder folder = logs.get()) {
      for (PackEntry entry : entries) {
        addLog(folder, entry);
      }
    }
  }

  private void addLog(UntrustedFolder folder, PackEntry entry) throws IOException {
    String name = entry.path().value();
    Optional<SeekableByteChannel> log = regularFile(folder, Path.of(name), name);
    if (log.isEmpty()) {
      pack.add(entry, InputStream.nullInputStream());
      return;
    }
    try (SeekableByteChannel file = log.get()) {
      pack.add(entry, FileExcerpt.headAndTail(file, MAX_LOG_BYTES));
    }
  }

  private void addBelow(String prefix, FileOpener<UntrustedFolder> opening) throws IOException {
    Optional<UntrustedFolder> opened = openOrOmit(prefix.isEmpty() ? "." : prefix, opening);
    if (opened.isEmpty()) {
      return;
    }
    try (UntrustedFolder folder = opened.get()) {
      for (Path name : folder.names(visitsLeft)) {
        if (--visitsLeft == 0) {
          omitted.add(prefix + name, "is as far as was looked: there is too much here");
        }
        addFound(folder, name, prefix + name);
      }
    }
  }

  private void addFound(UntrustedFolder folder, Path name, String shown) throws IOException {
    Optional<PackEntry> entry = entry(shown);
    if (entry.isEmpty()) {
      omitted.add(shown, "has a name that not every system can have, or is too deep");
      return;
    }
    RelativePath path = new RelativePath(shown);
    boolean asked = globs.stream().anyMatch(glob -> glob.matches(path));
    boolean below = globs.stream().anyMatch(glob -> glob.mayMatchBelow(path));
    if (!asked && !below) {
      return;
    }
    Optional<BasicFileAttributes> found = openOrOmit(shown, () -> folder.attributes(name));
    if (found.isEmpty() || (found.get().isSymbolicLink() && inputs.contains(shown))) {
      return;
    }
    if (found.get().isDirectory()) {
      addBelow(shown + "/", () -> folder.folder(name));
    } else if (asked || found.get().isSymbolicLink()) {
      addOutput(folder, name, entry.get(), shown);
    }
  }

  private void addOutput(UntrustedFolder folder, Path name, PackEntry entry, String shown)
      throws IOException {
    Optional<SeekableByteChannel> opened = regularFile(folder, name, shown);
    if (opened.isEmpty()) {
      return;
    }
    try (SeekableByteChannel file = opened.get()) {
      // If it grows from here on, that much of it is taken.
      long bytes = file.size();
      if (outputsLeft == 0) {
        omitted.add(shown, "is one too many: a task may leave " + MAX_OUTPUTS + " files");
      } else if (bytes > bytesLeft) {
        omitted.add(
            shown,
            "has "
                + bytes
                + " bytes: all files that a task leaves may have "
                + MAX_OUTPUT_BYTES
                + " together, of which "
                + bytesLeft
                + " were left");
      } else {
        pack.add(entry, new FileExcerpt(file, 0, bytes));
        bytesLeft -= bytes;
        outputsLeft--;
      }
    }
  }

  private Optional<SeekableByteChannel> regularFile(UntrustedFolder folder, Path name, String shown)
      throws IOException {
    Optional<BasicFileAttributes> found = openOrOmit(shown, () -> folder.attributes(name));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (!found.get().isRegularFile()) {
      omitted.add(shown, found.get().isSymbolicLink() ? LINK_REASON : "is no file");
      return Optional.empty();
    }
    return openOrOmit(shown, () -> folder.file(name));
  }

  /** What a name in the task's folder becomes in the pack, if it can be there. */
  private Optional<PackEntry> entry(String path) {
    try {
      // Java puts this character for bytes that are no text, so that two names look the same.
      return path.indexOf('\ufffd') >= 0
          ? Optional.empty()
          : Optional.of(PackEntry.output(task, new RelativePath(path)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @FunctionalInterface
  private interface FileOpener<T> {
    T open() throws IOException;
  }

  /** Whatever a task can bring about is noted and not taken; other failures are the agent's own. */
  private <T> Optional<T> openOrOmit(String shown, FileOpener<T> opening) throws IOException {
    try {
      return Optional.of(opening.open());
    } catch (UntrustedFolder.LinkException e) {
      omitted.add(shown, LINK_REASON);
    } catch (NoSuchFileException e) {
      omitted.add(shown, "is not there");
    } catch (AccessDeniedException e) {
      omitted.add(shown, "may not be read by the agent");
    } catch (NotDirectoryException e) {
      omitted.add(shown, "was a folder and is none now");
    }
    return Optional.empty();
  }
}
