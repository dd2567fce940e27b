package tender.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.support.doctor.FileAccess;
import tender.support.text.ErrorMessages;

/** Reads a secret from the first line of a file that is named in the configuration. */
final class SecretFile {
  private SecretFile() {}

  /**
   * Fails if other accounts than the owner and the group of a file can use it. The group may: a
   * package gives its files to root and the group of the service.
   *
   * @param contained what the file has, such as {@code the database's password}
   */
  static void requirePrivate(Path file, String contained) throws IOException {
    FileAccess access = FileAccess.of(file);
    if (access.isOpenToOthers()) {
      throw new IllegalArgumentException(
          "%s, so that every account of this machine can use %s. Run: chmod o-rwx %s"
              .formatted(access, contained, file));
    }
  }

  /** The secret in a file that only its owner and its group can use. */
  static String readPrivate(Path file, String setting) {
    try {
      requirePrivate(file, "the secret of the setting '" + setting + "'");
    } catch (IOException e) {
      throw unreadable(file, setting, e);
    }
    return read(file, setting);
  }

  private static String read(Path file, String setting) {
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
