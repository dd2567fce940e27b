package tender.work;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Removes a tree that tasks have had their way with. Follows no links. */
public final class Deletion extends SimpleFileVisitor<Path> {
  private Deletion() {}

  /** Removes it, if it is there. */
  public static void of(Path root) throws IOException {
    if (Files.exists(root)) {
      Files.walkFileTree(root, new Deletion());
    }
  }

  /** A task may have taken its own folder's rights away; whoever owns it can give them back. */
  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
      throws IOException {
    if (!Files.isWritable(folder) || !Files.isExecutable(folder)) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    Files.deleteIfExists(file);
    return FileVisitResult.CONTINUE;
  }

  /** A folder that cannot be read is not announced by {@link #preVisitDirectory}. */
  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    if (failure instanceof AccessDeniedException && !Files.isReadable(file)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      of(file);
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
      throws IOException {
    if (failure != null) {
      throw failure;
    }
    Files.deleteIfExists(folder);
    return FileVisitResult.CONTINUE;
  }
}
