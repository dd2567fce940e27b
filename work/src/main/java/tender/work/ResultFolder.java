package tender.work;

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
import tender.core.model.TaskSet;

/**
 * A folder of the user's that results are written to: {@code TASK/stdout} and so on, as in a {@link
 * ResultPack}.
 *
 * <p>It makes regular files and folders, nothing else, and follows no link below the folder. A file
 * is there whole or not at all. One that is there already is left if it has the same content, so
 * that results can be fetched again when there are more; if not, it is refused, and not lost.
 */
public final class ResultFolder {
  private final Path folder;

  /** Makes the folder if it is not there. It may itself be a link: that is the user's choice. */
  public ResultFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
    this.folder = folder.toRealPath();
  }

  /**
   * Writes what a pack has of the wanted tasks, after checking all of the pack.
   *
   * @param wanted by the bag's numbers, as in the pack
   * @param number of each in the task list, which its folder is named by
   * @return the tasks of which something was written or there already
   */
  public TaskSet extract(Path pack, TaskSet wanted, IntUnaryOperator number) throws IOException {
    try (InputStream in = Files.newInputStream(pack)) {
      ResultPack.check(in);
    }
    try (InputStream in = Files.newInputStream(pack)) {
      TaskSet found =
          ResultPack.read(
              in,
              (entry, content) -> {
                if (wanted.contains(entry.task())) {
                  write(number.applyAsInt(entry.task()), entry.path(), content);
                }
              });
      return found.and(wanted);
    }
  }

  private void write(int number, RelativePath file, InputStream content) throws IOException {
    Path parent = folder.resolve(Integer.toString(number));
    makeFolder(parent);
    List<String> segments = file.segments();
    for (String segment : segments.subList(0, segments.size() - 1)) {
      parent = parent.resolve(segment);
      makeFolder(parent);
    }
    Path target = parent.resolve(segments.getLast());
    Path whole = parent.resolve(".tender-" + UUID.randomUUID());
    try {
      try (OutputStream out =
          Files.newOutputStream(whole, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS)) {
        content.transferTo(out);
      }
      if (!isThere(target, whole)) {
        Files.move(whole, target);
      }
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static void makeFolder(Path made) throws IOException {
    try {
      Files.createDirectory(made);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS)) {
        FileAlreadyExistsException refused = inTheWay(made);
        refused.initCause(e);
        throw refused;
      }
    }
  }

  private static boolean isThere(Path target, Path whole) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes =
          Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return false;
    }
    if (attributes.isRegularFile() && Files.mismatch(target, whole) < 0) {
      return true;
    }
    throw inTheWay(target);
  }

  private static FileAlreadyExistsException inTheWay(Path path) {
    return new FileAlreadyExistsException(
        path.toString(), null, "is in the way of a result. Move it, or give another folder");
  }
}
