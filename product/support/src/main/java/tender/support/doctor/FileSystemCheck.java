package tender.support.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Whether the file system of a folder has space and can take more files.
 *
 * @param name of the check
 * @param needs the checks before it
 * @param folder may not exist yet
 * @param neededBytes below this it is a warning, below a tenth of it a fault
 * @param neededFiles the same for the number of files that can be created
 */
public record FileSystemCheck<S>(
    String name, List<String> needs, Function<S, Path> folder, long neededBytes, long neededFiles)
    implements Check<S> {
  private static final int FAULT_FRACTION = 10;
  private static final int MIB = 1 << 20;

  @Override
  public CheckResult run(S installation) throws IOException {
    Path path = existing(folder.apply(installation).toAbsolutePath());
    long freeBytes = Files.getFileStore(path).getUsableSpace();
    long freeFiles = freeFiles(path);
    String found =
        "%s has %d MB free%s"
            .formatted(
                path,
                freeBytes / MIB,
                freeFiles == Long.MAX_VALUE ? "" : " and can take %d files".formatted(freeFiles));
    if (freeBytes < neededBytes) {
      return result(
          freeBytes < neededBytes / FAULT_FRACTION,
          "%s, and %d MB are needed".formatted(found, neededBytes / MIB),
          "Delete files on that file system, enlarge it, or name a folder on another one.");
    }
    if (freeFiles < neededFiles) {
      return result(
          freeFiles < neededFiles / FAULT_FRACTION,
          "%s, and %d are needed".formatted(found, neededFiles),
          "The file system has few free inodes (df -i). Delete small files there, or name a folder on another one.");
    }
    return CheckResult.ok(found);
  }

  private static CheckResult result(boolean isFault, String found, String fix) {
    return isFault ? CheckResult.fault(found, fix) : CheckResult.warning(found, fix);
  }

  private static Path existing(Path path) {
    Path found = path;
    while (!Files.exists(found) && found.getParent() != null) {
      found = found.getParent();
    }
    return found;
  }

  /** Java does not know inodes. Some file systems have no limit and report a total of 0. */
  private static long freeFiles(Path path) {
    return ShortCommand.run(List.of("stat", "--file-system", "--format=%c %d", path.toString()))
        .map(result -> result.output().strip())
        .filter(output -> output.matches("\\d{1,18} \\d{1,18}"))
        .map(output -> output.split(" "))
        .filter(counts -> !counts[0].equals("0"))
        .map(counts -> Long.valueOf(counts[1]))
        .orElse(Long.MAX_VALUE);
  }
}
