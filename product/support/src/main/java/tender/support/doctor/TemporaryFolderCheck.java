package tender.support.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.support.text.ErrorMessages;

/**
 * Whether files can be created in the folder for temporary files, where libraries unpack their
 * native code.
 */
public record TemporaryFolderCheck<S>(Path folder) implements Check<S> {
  public TemporaryFolderCheck() {
    this(Path.of(System.getProperty("java.io.tmpdir")));
  }

  @Override
  public String name() {
    return "temporary-folder";
  }

  @Override
  public CheckResult run(S installation) {
    try {
      Files.delete(Files.createTempFile(folder, "tender-doctor-", ""));
      return CheckResult.ok(folder + " is writable");
    } catch (IOException e) {
      return CheckResult.fault(
          "cannot create a file in %s: %s".formatted(folder, ErrorMessages.describe(e)),
          "Correct the folder's permissions, or set another one with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER.");
    }
  }
}
