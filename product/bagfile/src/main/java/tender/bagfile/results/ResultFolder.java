package tender.bagfile.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import tender.bagfile.RelativePath;
import tender.core.model.TaskSet;

/**
 * The user's folder for results: {@code TASK/stdout} and so on, as in a {@link ResultPack}.
 *
 * <p>It creates only regular files and folders, follows no links below the folder, and writes each
 * file atomically. An existing file with the same content is kept, so that results can be fetched
 * repeatedly; one with other content is an error and is not overwritten.
 */
public final class ResultFolder {
  private final Path folder;

  /** Creates the folder if necessary. The folder itself may be a symbolic link. */
  public ResultFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
    this.folder = folder.toRealPath();
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
    try (InputStream in = Files.newInputStream(pack)) {
      TaskSet found =
          ResultPack.read(
              in,
              (entry, content) -> {
                if (wanted.contains(entry.taskIndex())) {
                  write(listIndex.applyAsInt(entry.taskIndex()), entry.path(), content);
                }
              });
      return found.intersect(wanted);
    }
  }

  private void write(int listIndex, RelativePath file, InputStream content) throws IOException {
    Path parent = folder.resolve(Integer.toString(listIndex));
    createFolder(parent);
    List<String> segments = file.segments();
    for (String segment : segments.subList(0, segments.size() - 1)) {
      parent = parent.resolve(segment);
      createFolder(parent);
    }
    Path target = parent.resolve(segments.getLast());
    Path temporary = parent.resolve(".tender-" + UUID.randomUUID());
    try {
      try (OutputStream out =
          Files.newOutputStream(
              temporary, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS)) {
        content.transferTo(out);
      }
      if (!existsWithSameContent(target, temporary)) {
        Files.move(temporary, target);
      }
    } finally {
      Files.deleteIfExists(temporary);
    }
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
