package tender.experiments.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Runs that have ended, one small file each, in a folder named after the checksum of all that a
 * result depends on. So an experiment that was cut short, or gets more seeds, does not repeat them,
 * and one that has changed does not see them.
 */
public final class RunCache<K, R> {
  private final Path folder;
  private final RunCsvFormat<K, R> lines;

  public RunCache(Path folder, RunCsvFormat<K, R> lines) {
    this.folder = folder;
    this.lines = lines;
  }

  Optional<R> find(K key) {
    try {
      return Files.readString(path(key))
          .lines()
          .skip(1)
          .findFirst()
          .flatMap(line -> lines.read(key, line));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moved into place when it is whole, for the process may be killed while it writes. */
  void add(R result) {
    try {
      Files.createDirectories(folder);
      K key = lines.key(result);
      Path unfinished = folder.resolve(key + ".unfinished");
      Files.writeString(unfinished, lines.heading() + "\n" + lines.line(result) + "\n");
      Files.move(unfinished, path(key), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Keeping a run in " + folder + " failed: " + e, e);
    }
  }

  private Path path(K key) {
    return folder.resolve(key + ".csv");
  }
}
