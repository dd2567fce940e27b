package tender.support.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Removes a tree that tasks have had their way with, and perhaps still have. Follows no links: each
 * folder is held open, and what is in it is removed by name and from it, so that a folder which is
 * swapped for a link meanwhile leads nowhere else. That matters where the agent may do more than
 * the tasks.
 */
public final class SecureDeletion {
  /** So deep no program goes that means well. */
  private static final int MAX_DEPTH = 1_000;

  private SecureDeletion() {}

  /** Removes it, if it is there. */
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
    throw new IOException("This system cannot remove files safely from a folder. Linux can.");
  }

  private static void deleteEntry(SecureDirectoryStream<Path> in, Path name, Path path, int depth)
      throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("Folders are nested too deeply to be removed: " + depth + " of them.");
    }
    try {
      boolean isFolder =
          in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes()
              .isDirectory();
      if (isFolder) {
        deleteContents(in, name, path, depth);
        in.deleteDirectory(name);
      } else {
        in.deleteFile(name);
      }
    } catch (NoSuchFileException e) {
      // Somebody else was faster.
    }
  }

  private static void deleteContents(SecureDirectoryStream<Path> in, Path name, Path path, int depth)
      throws IOException {
    // A task may have taken its own folder's rights away; whoever owns it can give them back.
    if (!Files.isReadable(path) || !Files.isWritable(path) || !Files.isExecutable(path)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    try (DirectoryStream<Path> below = in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      SecureDirectoryStream<Path> folder = requireSecure(below);
      for (Path child : below) {
        Path childName = child.getFileName();
        deleteEntry(folder, childName, path.resolve(childName), depth + 1);
      }
    }
  }
}
