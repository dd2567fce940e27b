package tender.agent.container;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Counts the bytes and files in a folder, possibly while it is written to, up to a limit. */
final class FolderSize extends SimpleFileVisitor<Path> {
  private final ImageLimits limits;
  private long bytes;
  private long files;

  private FolderSize(ImageLimits limits) {
    this.limits = limits;
  }

  /** The bytes in a folder; fails if it exceeds the limits. Follows no links. */
  static long require(Path folder, ImageLimits limits) throws IOException {
    var size = new FolderSize(limits);
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(folder, size);
    }
    return size.bytes;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    return count(0);
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    return count(attributes.size());
  }

  /** A folder without permissions must not hide its content. Other files may have vanished. */
  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    if (e instanceof AccessDeniedException
        && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isReadable(file)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      Files.walkFileTree(file, this);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
    return FileVisitResult.CONTINUE;
  }

  private FileVisitResult count(long size) {
    bytes += size;
    files++;
    if (bytes > limits.bytes()) {
      throw new InvalidImageException(
          "It has more than %s MB of files, which is this provider's limit."
              .formatted(limits.bytes() / 1_000_000));
    }
    if (files > limits.files()) {
      throw new InvalidImageException(
          "It has more than %s files, which is this provider's limit.".formatted(limits.files()));
    }
    return FileVisitResult.CONTINUE;
  }
}
