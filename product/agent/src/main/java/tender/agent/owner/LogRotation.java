package tender.agent.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * When a log file is replaced by a new one, and how many old files are kept. The latest old file
 * has the number 1, as with logrotate.
 *
 * @param maxBytes of a file; a longer line has a file of its own
 * @param oldFiles how many are kept beside the present file
 */
public record LogRotation(long maxBytes, int oldFiles) {
  public static final LogRotation DEFAULT = new LogRotation(50_000_000, 10);

  /** Renames the file and the old files, and deletes the oldest. */
  void rotate(Path file) throws IOException {
    Files.deleteIfExists(old(file, oldFiles));
    for (int i = oldFiles - 1; i >= 1; i--) {
      if (Files.exists(old(file, i))) {
        Files.move(old(file, i), old(file, i + 1), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    if (Files.exists(file)) {
      Files.move(file, old(file, 1), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** The files of a log that exist, latest first. */
  static List<Path> files(Path file) {
    List<Path> files = new ArrayList<>();
    files.add(file);
    for (int i = 1; Files.exists(old(file, i)); i++) {
      files.add(old(file, i));
    }
    return files;
  }

  private static Path old(Path file, int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }
}
