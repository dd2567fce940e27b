package tender.experiments.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tender.experiments.definition.RunKey;

/**
 * Runs that have ended, one small file each, in a folder named after the checksum of all that a
 * result depends on. So an experiment that was cut short, or gets more seeds, does not repeat them,
 * and one that has changed does not see them.
 */
final class FinishedRuns {
  private final Path folder;
  private final RunFile file;

  FinishedRuns(Path folder, RunFile file) {
    this.folder = folder;
    this.file = file;
  }

  Optional<RunResult> find(RunKey key) {
    try {
      return Files.readString(path(key))
          .lines()
          .skip(1)
          .findFirst()
          .flatMap(l -> file.read(key, l));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moved into place when it is whole, for the process may be killed while it writes. */
  void add(RunResult result) {
    try {
      Files.createDirectories(folder);
      Path unfinished = folder.resolve(result.key() + ".unfinished");
      Files.writeString(unfinished, RunFile.header() + "\n" + file.line(result) + "\n");
      Files.move(unfinished, path(result.key()), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Keeping a run in " + folder + " failed: " + e, e);
    }
  }

  private Path path(RunKey key) {
    return folder.resolve(key + ".csv");
  }
}
