package tender.support.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Deletes a folder that tasks can write to, possibly while they run. It keeps each folder open and
 * deletes its entries relative to it, so that a task cannot redirect the deletion by replacing a
 * folder by a link. This matters where the agent has more rights than the tasks.
 */
public final class SecureDeletion {
  /** Deeper than any legitimate program nests folders. */
  private static final int MAX_DEPTH = 1_000;

  private static final Set<PosixFilePermission> OWNER_RIGHTS =
      PosixFilePermissions.fromString("rwx------");

  private SecureDeletion() {}

  /** Does nothing if the folder does not exist. */
  public static void deleteTree(Path root) throws IOException {
    Path parent = root.toAbsolutePath().getParent();
    if (parent == null || !Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent)) {
      deleteEntry(requireSecure(stream), root.getFileName(), root, 0);
    }
  }

  private static SecureDirectoryStream<Path> requireSecure(DirectoryStream<Path> stream)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    throw new IOException("This platform cannot delete folders securely. Use Linux.");
  }

  private static void deleteEntry(SecureDirectoryStream<Path> in, Path name, Path path, int depth)
      throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException(
          "Cannot delete %s: folders are nested more than %s levels deep."
              .formatted(path, MAX_DEPTH));
    }
    try {
      PosixFileAttributes attributes =
          in.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes();
      if (attributes.isDirectory()) {
        if (!attributes.permissions().containsAll(OWNER_RIGHTS)) {
          restoreRights(path);
        }
        deleteContents(in, name, path, depth);
        in.deleteDirectory(name);
      } else {
        in.deleteFile(name);
      }
    } catch (NoSuchFileException e) {
      // Already deleted.
    }
  }

  private static void deleteContents(
      SecureDirectoryStream<Path> in, Path name, Path path, int depth) throws IOException {
    try (DirectoryStream<Path> below = in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      SecureDirectoryStream<Path> folder = requireSecure(below);
      for (Path child : below) {
        Path childName = child.getFileName();
        deleteEntry(folder, childName, path.resolve(childName), depth + 1);
      }
    }
  }

  /**
   * A task may have removed the permissions of its folder; the owner can restore them. Root and
   * other accounts with more rights than the owner delete without.
   */
  private static void restoreRights(Path folder) throws IOException {
    if (!Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder)) {
      Files.setPosixFilePermissions(folder, OWNER_RIGHTS);
    }
  }
}
