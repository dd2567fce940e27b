package tender.agent.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.agent.files.ResultCollector.EndedTaskFiles;
import tender.bagfile.OutputGlob;
import tender.bagfile.RelativePath;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.results.TaskRecord;

/**
 * Adds the results of one task to a pack: its standard output and error, and the requested files.
 * The task may be hostile and still running: only regular files in its own folder are taken, and
 * their number and size are limited.
 */
final class TaskResultPacker {
  /** Of standard output and error, each. */
  static final long MAX_LOG_BYTES = 1 << 20;

  /** Outputs of this size are stored rather than packed. */
  private static final long MIN_STORED_BYTES = 8L << 20;

  /** Files and folders that are visited, requested or not. */
  private static final int MAX_VISITED = 100_000;

  private static final String LINK_REASON = "is a link; links are not followed";

  private final ResultPackWriter pack;
  private final int task;
  private final Optional<TaskRecord.Run> run;
  private final boolean hasSucceeded;
  private final List<OutputGlob> globs;
  private final Set<OutputGlob> unmatched;
  private final Set<String> inputs;
  private final OutputStore store;
  private final KeptOutputs.PartOutputs kept;
  private final Optional<SiteOutputs> site;
  private final OmittedFiles omitted = new OmittedFiles();
  private final List<TaskRecord.KeptFile> keptFiles = new ArrayList<>();
  private long bytesLeft = ResultPack.MAX_OUTPUT_BYTES;
  private int outputsLeft = ResultPack.MAX_OUTPUTS;
  private int visitsLeft = MAX_VISITED;

  /**
   * For one task.
   *
   * @param inputs names of the links to inputs in the task's folder
   * @param store receives large outputs
   * @param kept receives the outputs that are too large or too many, and that are not stored
   * @param site receives all outputs, if they stay at the site
   */
  TaskResultPacker(
      ResultPackWriter pack,
      EndedTaskFiles task,
      List<OutputGlob> globs,
      Set<String> inputs,
      OutputStore store,
      KeptOutputs.PartOutputs kept,
      Optional<SiteOutputs> site) {
    this.pack = pack;
    this.store = store;
    this.site = site;
    this.kept = kept;
    this.task = task.taskIndex();
    run = task.run();
    hasSucceeded = task.exitCode() == 0;
    this.globs = globs;
    unmatched = new LinkedHashSet<>(globs);
    this.inputs = inputs;
  }

  /**
   * Adds all results.
   *
   * @return whether the task succeeded, but some of its results are missing
   */
  boolean add(TaskFolders folders, Path control, Path folder) throws IOException {
    addLogs(folders, control, List.of(PackEntry.stdout(task), PackEntry.stderr(task)));
    if (!globs.isEmpty()) {
      addBelow("", () -> folders.open(folder));
    }
    if (site.isPresent()) {
      pack.add(
          PackEntry.output(task, SiteOutputs.LIST), new ByteArrayInputStream(site.get().list()));
    }
    if (hasSucceeded) {
      // A failed task has seldom written its outputs: its exit code says enough.
      unmatched.forEach(glob -> omitted.add(glob.toString(), "matches no file"));
    }
    if (!omitted.isEmpty()) {
      pack.add(PackEntry.refused(task), new ByteArrayInputStream(omitted.bytes()));
    }
    TaskRecord summary = new TaskRecord(run, omitted.count(), keptFiles);
    pack.add(PackEntry.record(task), new ByteArrayInputStream(summary.toJson()));
    return hasSucceeded && !omitted.isEmpty();
  }

  /** The logs of a task that never started, or that cannot be read, are empty. */
  private void addLogs(TaskFolders folders, Path control, List<PackEntry> entries)
      throws IOException {
    String name = entries.getFirst().path().value();
    Optional<UntrustedFolder> logs = openOrOmit(name, () -> folders.open(control));
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
    Optional<BasicFileAttributes> found = regularAttributes(folder, Path.of(name), name);
    // Most tasks write no errors, so that many files need not be opened.
    Optional<SeekableByteChannel> log =
        found.isEmpty() || found.get().size() == 0
            ? Optional.empty()
            : openOrOmit(name, () -> folder.file(Path.of(name)));
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
          omitted.add(prefix + name, "is the last file visited: the folder has too many files");
        }
        addFound(folder, name, prefix + name);
      }
    }
  }

  private void addFound(UntrustedFolder folder, Path name, String displayName) throws IOException {
    Optional<PackEntry> entry = entry(displayName);
    if (entry.isEmpty()) {
      if (mayBeRequested(displayName)) {
        omitted.add(displayName, "has a name that is not portable, or is nested too deeply");
      }
      return;
    }
    RelativePath path = new RelativePath(displayName);
    boolean requested = globs.stream().anyMatch(glob -> glob.matches(path));
    boolean below = globs.stream().anyMatch(glob -> glob.mayMatchBelow(path));
    if (!requested && !below) {
      return;
    }
    Optional<BasicFileAttributes> found = openOrOmit(displayName, () -> folder.attributes(name));
    if (found.isEmpty() || (found.get().isSymbolicLink() && inputs.contains(displayName))) {
      return;
    }
    if (found.get().isDirectory()) {
      addBelow(displayName + "/", () -> folder.folder(name));
    } else if (requested || found.get().isSymbolicLink()) {
      unmatched.removeIf(glob -> glob.matches(path));
      addOutput(folder, name, entry.get(), displayName);
    }
  }

  private void addOutput(UntrustedFolder folder, Path name, PackEntry entry, String displayName)
      throws IOException {
    Optional<SeekableByteChannel> opened = regularFile(folder, name, displayName);
    if (opened.isEmpty()) {
      return;
    }
    try (SeekableByteChannel file = opened.get()) {
      // If the file grows now, only this much of it is taken.
      long bytes = file.size();
      if (isStored(new RelativePath(displayName), file, bytes)) {
        return;
      }
      if (site.isPresent() && outputsLeft > 0) {
        outputsLeft--;
        site.get().add(new RelativePath(displayName), new FileExcerpt(file, 0, bytes), bytes);
      } else if (outputsLeft == 0) {
        omitted.add(
            displayName,
            "exceeds the limit of %s files per task%s"
                .formatted(ResultPack.MAX_OUTPUTS, kept(displayName, bytes)));
      } else if (bytes > bytesLeft) {
        omitted.add(
            displayName,
            "has %s bytes: a task's files may have %s bytes together, of which %s were left%s"
                .formatted(
                    bytes, ResultPack.MAX_OUTPUT_BYTES, bytesLeft, kept(displayName, bytes)));
      } else {
        pack.add(entry, new FileExcerpt(file, 0, bytes));
        bytesLeft -= bytes;
        outputsLeft--;
      }
    }
  }

  private boolean isStored(RelativePath path, SeekableByteChannel file, long bytes)
      throws IOException {
    boolean isLarge = bytes >= MIN_STORED_BYTES || bytes > bytesLeft || outputsLeft == 0;
    return isLarge
        && bytes > 0
        && file instanceof FileChannel content
        && store.store(task, path, content, bytes);
  }

  private String kept(String file, long bytes) {
    RelativePath path = new RelativePath(file);
    Optional<String> note = kept.add(task, path, bytes);
    if (note.isPresent()) {
      keptFiles.add(new TaskRecord.KeptFile(path, bytes));
    }
    return note.orElse("");
  }

  private Optional<SeekableByteChannel> regularFile(
      UntrustedFolder folder, Path name, String displayName) throws IOException {
    return regularAttributes(folder, name, displayName).isEmpty()
        ? Optional.empty()
        : openOrOmit(displayName, () -> folder.file(name));
  }

  private Optional<BasicFileAttributes> regularAttributes(
      UntrustedFolder folder, Path name, String displayName) throws IOException {
    Optional<BasicFileAttributes> found = openOrOmit(displayName, () -> folder.attributes(name));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (!found.get().isRegularFile()) {
      omitted.add(
          displayName, found.get().isSymbolicLink() ? LINK_REASON : "is not a regular file");
      return Optional.empty();
    }
    return found;
  }

  /** The pack entry of a file in the task's folder, if its name is allowed. */
  private Optional<PackEntry> entry(String path) {
    try {
      // Java replaces bytes that are not text by this character, so that two names may look the
      // same.
      return path.indexOf('\ufffd') >= 0
          ? Optional.empty()
          : Optional.of(PackEntry.output(task, new RelativePath(path)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether a file whose name is not allowed would be an output under a similar allowed name. */
  private boolean mayBeRequested(String displayName) {
    try {
      RelativePath similar = new RelativePath(displayName.replaceAll("[^ -~]|\\\\", "_"));
      return globs.stream().anyMatch(glob -> glob.matches(similar) || glob.mayMatchBelow(similar));
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  @FunctionalInterface
  private interface FileOpener<T> {
    T open() throws IOException;
  }

  /**
   * Failures that a task can cause are listed as omitted files; others are the agent's failures.
   */
  private <T> Optional<T> openOrOmit(String displayName, FileOpener<T> opening) throws IOException {
    try {
      return Optional.of(opening.open());
    } catch (UntrustedFolder.LinkException e) {
      omitted.add(displayName, LINK_REASON);
    } catch (NoSuchFileException e) {
      omitted.add(displayName, "does not exist");
    } catch (AccessDeniedException e) {
      omitted.add(displayName, "cannot be read by the agent");
    } catch (NotDirectoryException e) {
      omitted.add(displayName, "is no longer a folder");
    }
    return Optional.empty();
  }
}
