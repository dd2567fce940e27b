package tender.support.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Which accounts can read and change a file. */
public record FileAccess(Path file, String owner, Set<PosixFilePermission> permissions) {
  public static FileAccess of(Path file) throws IOException {
    return new FileAccess(
        file, Files.getOwner(file).getName(), Files.getPosixFilePermissions(file));
  }

  /** Whether accounts that are neither its owner nor in its group can use it in any way. */
  public boolean isOpenToOthers() {
    return permissions.stream()
        .anyMatch(
            EnumSet.of(
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE,
                    PosixFilePermission.OTHERS_EXECUTE)
                ::contains);
  }

  /** Whether the accounts of its group can read or change it. */
  public boolean isOpenToGroup() {
    return permissions.contains(PosixFilePermission.GROUP_READ)
        || permissions.contains(PosixFilePermission.GROUP_WRITE);
  }

  /** Whether accounts other than the owner can change it. */
  public boolean isWritableByOthers() {
    return permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** The file with its owner and mode, as {@code ls} shows them. */
  @Override
  public String toString() {
    return "%s is %s of %s".formatted(file, PosixFilePermissions.toString(permissions), owner);
  }
}
