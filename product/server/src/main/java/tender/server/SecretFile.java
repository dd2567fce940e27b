package tender.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import tender.support.text.ErrorMessages;

/** Reads a secret from the first line of a file that is named in the configuration. */
final class SecretFile {
  private SecretFile() {}

  /** The secret in a file that not every account can read. */
  static String readPrivate(Path file, String setting) {
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new IllegalArgumentException(
            "Every account of this machine can read %s of the setting '%s'. Run: chmod o-rwx %s"
                .formatted(file, setting, file));
      }
    } catch (IOException e) {
      throw unreadable(file, setting, e);
    }
    return read(file, setting);
  }

  /** The secret in a file. */
  static String read(Path file, String setting) {
    String secret;
    try {
      secret = Files.readString(file).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw unreadable(file, setting, e);
    }
    if (secret.isEmpty()) {
      throw new IllegalArgumentException(
          "The file %s of the setting '%s' is empty. Write the secret into it."
              .formatted(file, setting));
    }
    return secret;
  }

  private static IllegalArgumentException unreadable(Path file, String setting, IOException e) {
    return new IllegalArgumentException(
        "The setting '%s' is %s, which the server cannot read: %s."
            .formatted(setting, file, ErrorMessages.describe(e)),
        e);
  }
}
