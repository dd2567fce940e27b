package tender.bagfile.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.model.TaskSet;

/**
 * The user's folder for results: {@code TASK/stdout} and so on, as in a {@link ResultPack}.
 *
 * <p>It creates only regular files and folders, follows no links below the folder, and writes each
 * file atomically. An existing file with the same content is kept, so that results can be fetched
 * repeatedly. One with other content is replaced only by the result of a retry, and only if it is
 * what was written for an earlier bag with the same work order; otherwise it is an error.
 */
public final class ResultFolder {
  private final Path folder;
  private final ResultOrigin origin;
  private final ResultRecords records;
  private TaskSet superseded = TaskSet.empty();

  /**
   * Creates the folder if necessary. The folder itself may be a symbolic link.
   *
   * @param origin the bag whose results are written
   */
  public ResultFolder(Path folder, ResultOrigin origin) throws IOException {
    Files.createDirectories(folder);
    this.folder = folder.toRealPath();
    this.origin = origin;
    records = new ResultRecords(this.folder, origin);
  }

  /**
   * Checks the whole pack, then writes the files of the wanted tasks.
   *
   * @param wanted by their index in the bag, as in the pack
   * @param listIndex maps a task index to the index in the task list, which names the task's folder
   * @return the tasks with at least one file written or already present
   */
  public TaskSet extract(Path pack, TaskSet wanted, IntUnaryOperator listIndex) throws IOException {
    try (InputStream in = Files.newInputStream(pack)) {
      ResultPack.check(in);
    }
    SortedMap<Integer, SortedMap<String, Digest>> written = new TreeMap<>();
    TaskSet found;
    try (InputStream in = Files.newInputStream(pack)) {
      found =
          ResultPack.read(
              in,
              (entry, content) -> {
                int task = listIndex.applyAsInt(entry.taskIndex());
                if (wanted.contains(entry.taskIndex()) && !isSuperseded(task)) {
                  Digest digest = write(task, entry.path(), content);
                  written
                      .computeIfAbsent(task, _ -> new TreeMap<>())
                      .put(entry.path().value(), digest);
                }
              });
    }
    for (Map.Entry<Integer, SortedMap<String, Digest>> task : written.entrySet()) {
      deleteReplaced(task.getKey(), task.getValue().keySet());
    }
    if (!written.isEmpty()) {
      records.add(Digest.of(pack), written);
    }
    return found.intersect(wanted);
  }

  /**
   * Writes an output that was too large for a pack. It is not written if the folder has the results
   * of a later retry of the task.
   *
   * @param task its index in the task list
   * @param file by its path in the task's folder
   */
  public void writeOutput(int task, RelativePath file, InputStream content) throws IOException {
    if (!isSuperseded(task)) {
      write(task, PackEntry.output(task, file).path(), content);
    }
  }

  /**
   * Moves an output from another file of this folder to its place. The file is deleted if the
   * folder has the results of a later retry of the task.
   *
   * @param task its index in the task list
   * @param file by its path in the task's folder
   */
  public void moveOutput(int task, RelativePath file, Path content) throws IOException {
    try {
      if (!isSuperseded(task)) {
        RelativePath path = PackEntry.output(task, file).path();
        place(task, path, content, createParent(task, path));
      }
    } finally {
      Files.deleteIfExists(content);
    }
  }

  /**
   * The tasks, by their index in the task list, that have been left as they are, because the folder
   * has the results of a later retry.
   */
  public TaskSet superseded() {
    return superseded;
  }

  private boolean isSuperseded(int task) {
    boolean later =
        records.byOther(task).filter(other -> other.origin().replaces(origin)).isPresent();
    if (later) {
      superseded = superseded.plus(TaskSet.range(task, task + 1));
    }
    return later;
  }

  /** What an earlier bag has written for a task that this bag repeats. */
  private SortedMap<String, Digest> replaceable(int task) {
    return records
        .byOther(task)
        .filter(other -> origin.replaces(other.origin()))
        .map(ResultRecords.Written::files)
        .orElse(Collections.emptySortedMap());
  }

  /** Deletes the files of an earlier bag that a retry of the task has not written again. */
  private void deleteReplaced(int task, Set<String> written) throws IOException {
    for (Map.Entry<String, Digest> file : replaceable(task).entrySet()) {
      Path path = taskFolder(task).resolve(file.getKey());
      if (!written.contains(file.getKey())
          && isUnchanged(path, file.getValue())
          && path.toRealPath().equals(path)) {
        Files.delete(path);
      }
    }
  }

  private Path taskFolder(int listIndex) {
    return folder.resolve(Integer.toString(listIndex));
  }

  /** Creates the folder of a file; returns the file. */
  private Path createParent(int listIndex, RelativePath file) throws IOException {
    Path parent = taskFolder(listIndex);
    createFolder(parent);
    List<String> segments = file.segments();
    for (String segment : segments.subList(0, segments.size() - 1)) {
      parent = parent.resolve(segment);
      createFolder(parent);
    }
    return parent.resolve(segments.getLast());
  }

  private Digest write(int listIndex, RelativePath file, InputStream content) throws IOException {
    Path target = createParent(listIndex, file);
    Path temporary = target.resolveSibling(".tender-" + UUID.randomUUID());
    try {
      try (OutputStream out =
          Files.newOutputStream(
              temporary, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS)) {
        content.transferTo(out);
      }
      Digest digest = Digest.of(temporary);
      place(listIndex, file, temporary, target);
      return digest;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private void place(int listIndex, RelativePath file, Path temporary, Path target)
      throws IOException {
    Optional<Digest> replaced = Optional.ofNullable(replaceable(listIndex).get(file.value()));
    if (replaced.isPresent() && isUnchanged(target, replaced.get())) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    } else if (!existsWithSameContent(target, temporary)) {
      Files.move(temporary, target);
    }
  }

  private static boolean isUnchanged(Path target, Digest written) throws IOException {
    return Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
        && Digest.of(target).equals(written);
  }

  private static void createFolder(Path path) throws IOException {
    try {
      Files.createDirectory(path);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        FileAlreadyExistsException conflict = conflict(path);
        conflict.initCause(e);
        throw conflict;
      }
    }
  }

  private static boolean existsWithSameContent(Path target, Path temporary) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes =
          Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return false;
    }
    if (attributes.isRegularFile() && Files.mismatch(target, temporary) < 0) {
      return true;
    }
    throw conflict(target);
  }

  private static FileAlreadyExistsException conflict(Path path) {
    return new FileAlreadyExistsException(
        path.toString(),
        null,
        "exists and differs from the result. Move it, or give another folder");
  }
}
