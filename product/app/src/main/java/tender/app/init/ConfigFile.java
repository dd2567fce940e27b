package tender.app.init;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import tender.support.text.ErrorMessages;

/**
 * A configuration file that is written for the first time, or replaced on request. Accounts other
 * than its owner and its group cannot read it.
 *
 * @param serviceGroup the group of the service, which can read the file if root has written it
 */
public record ConfigFile(Path path, String serviceGroup) {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_AND_GROUP =
      PosixFilePermissions.fromString("rw-r-----");

  /** Fails if the file exists and must not be replaced; for a message before the questions. */
  public void requireWritable(boolean force) {
    if (Files.exists(path) && !force) {
      throw exists();
    }
    Path folder = folder();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "Cannot write %s: %s is not a folder in which this account can create files. Create it, or use sudo."
              .formatted(path, folder));
    }
  }

  private IllegalArgumentException exists() {
    return new IllegalArgumentException(
        "%s exists. With --force it is replaced, and all its settings are lost; or choose another name."
            .formatted(path));
  }

  private Path folder() {
    return Optional.ofNullable(path.toAbsolutePath().getParent()).orElse(Path.of("/"));
  }

  /** Writes the whole file or nothing. A replaced file keeps its owner and its group. */
  public void write(String text, boolean force) {
    try {
      Path written =
          Files.createTempFile(
              folder(), ".tender-", ".new", PosixFilePermissions.asFileAttribute(OWNER));
      try {
        Files.writeString(written, text);
        if (Files.exists(path)) {
          keepOwner(written);
        } else {
          allowService(written);
        }
        move(written, force);
      } finally {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot write %s: %s.".formatted(path, ErrorMessages.describe(e)), e);
    }
  }

  private void move(Path written, boolean force) throws IOException {
    if (force) {
      Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    try {
      // Unlike a move, it fails if another program has just created the file.
      Files.createLink(path, written);
    } catch (FileAlreadyExistsException e) {
      throw exists();
    }
  }

  private void keepOwner(Path written) throws IOException {
    PosixFileAttributes before = Files.readAttributes(path, PosixFileAttributes.class);
    PosixFileAttributeView view = view(written);
    view.setGroup(before.group());
    view.setOwner(before.owner());
    Set<PosixFilePermission> kept = EnumSet.copyOf(OWNER);
    kept.addAll(before.permissions());
    kept.retainAll(OWNER_AND_GROUP);
    view.setPermissions(kept);
  }

  private void allowService(Path written) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return;
    }
    try {
      GroupPrincipal group =
          path.getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByGroupName(serviceGroup);
      view(written).setGroup(group);
      view(written).setPermissions(OWNER_AND_GROUP);
    } catch (UserPrincipalNotFoundException e) {
      // Without the package there is no such group, and only root can read the file.
    }
  }

  private static PosixFileAttributeView view(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class);
  }
}
