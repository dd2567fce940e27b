package tender.agent.container;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.support.files.SecureDeletion;

/**
 * The unpacked root folder of an image. All links in it are the image's and may lead anywhere, so
 * none is followed outside of it.
 */
record RootFolder(Path path) {
  private static final int MAX_LINKS = 40;
  private static final Path SHELL = Path.of("/bin/sh");

  /**
   * Makes all files readable for the accounts that run tasks, and unchangeable for them. Programs
   * lose the right to run as their owner, which is the agent's account. Special files are deleted.
   */
  void secure() throws IOException {
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isOther()) {
              Files.delete(file);
            } else if (attributes.isRegularFile()) {
              // This also removes the bits for running as the owner or the group.
              Files.setPosixFilePermissions(file, permissions(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static Set<PosixFilePermission> permissions(Path file) throws IOException {
    Set<PosixFilePermission> found = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
    boolean isExecutable =
        found.contains(PosixFilePermission.OWNER_EXECUTE)
            || found.contains(PosixFilePermission.GROUP_EXECUTE)
            || found.contains(PosixFilePermission.OTHERS_EXECUTE);
    Set<PosixFilePermission> wanted =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    if (isExecutable) {
      wanted.add(PosixFilePermission.OWNER_EXECUTE);
    }
    // Files that only root may read in an ordinary system remain unreadable for other accounts.
    if (found.contains(PosixFilePermission.OTHERS_READ)) {
      wanted.add(PosixFilePermission.GROUP_READ);
      wanted.add(PosixFilePermission.OTHERS_READ);
    }
    if (found.contains(PosixFilePermission.OTHERS_EXECUTE)) {
      wanted.add(PosixFilePermission.GROUP_EXECUTE);
      wanted.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return wanted;
  }

  /** Fails if the image cannot run a shell command. */
  void requireShell() {
    Optional<Path> shell = resolve(SHELL);
    if (shell.isEmpty()
        || !Files.isRegularFile(shell.get(), LinkOption.NOFOLLOW_LINKS)
        || !Files.isExecutable(shell.get())) {
      throw new InvalidImageException(
          "It has no /bin/sh, which runs the command of a task. Add a shell to the image.");
    }
  }

  /** Finds a file as a process in the image would, or nothing. */
  private Optional<Path> resolve(Path absolute) {
    Path resolved = Path.of("/");
    Path rest = Path.of("/").relativize(absolute);
    int links = 0;
    try {
      while (!rest.toString().isEmpty()) {
        Path next = resolved.resolve(rest.getName(0)).normalize();
        rest = rest.getNameCount() == 1 ? Path.of("") : rest.subpath(1, rest.getNameCount());
        if (Files.isSymbolicLink(inside(next))) {
          if (++links > MAX_LINKS) {
            return Optional.empty();
          }
          Path target = Files.readSymbolicLink(inside(next));
          Path from = target.isAbsolute() ? Path.of("/") : next.resolveSibling(".").normalize();
          rest = from.resolve(target).resolve(rest).normalize();
          rest = Path.of("/").relativize(rest);
          resolved = Path.of("/");
        } else {
          resolved = next;
        }
      }
      return Optional.of(inside(resolved));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Path inside(Path absolute) {
    return path.resolve(Path.of("/").relativize(absolute));
  }

  /** Creates folders and files over which others are mounted. Anything else there is replaced. */
  void createMountPoints(List<Path> folders, List<Path> files) throws IOException {
    for (Path folder : folders) {
      createFolder(folder);
    }
    for (Path file : files) {
      createFolder(file.resolveSibling("."));
      Path created = inside(file);
      if (!Files.isRegularFile(created, LinkOption.NOFOLLOW_LINKS)) {
        SecureDeletion.deleteTree(created);
        Files.createFile(created);
      }
    }
  }

  /** Creates a link if there is nothing of that name. */
  void createLink(Path link, Path target) throws IOException {
    createFolder(link.resolveSibling("."));
    if (!Files.exists(inside(link), LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(inside(link), target);
    }
  }

  private void createFolder(Path absolute) throws IOException {
    Path created = path;
    for (Path name : absolute.normalize()) {
      created = created.resolve(name);
      if (!Files.isDirectory(created, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(created);
        Files.createDirectory(created);
        Files.setPosixFilePermissions(created, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }
}
