package tender.experiments.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * A cache of finished runs: one small file each, in a folder named after the {@link Fingerprint} of
 * everything that a result depends on. An experiment that was interrupted, or that gets more seeds,
 * reuses its finished runs; a changed experiment does not.
 */
final class RunCache<K extends RunKey> {
  private final Path folder;
  private final MeasuredRunCsv<K> format;

  RunCache(Path folder, MeasuredRunCsv<K> format) {
    this.folder = folder;
    this.format = format;
  }

  Optional<MeasuredRun<K>> find(K key) {
    try {
      return Files.readString(path(key))
          .lines()
          .skip(1)
          .findFirst()
          .flatMap(line -> format.read(key, line));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes a temporary file and then renames it, because the process may be killed while it writes.
   */
  void add(MeasuredRun<K> run) {
    try {
      Files.createDirectories(folder);
      Path unfinished = folder.resolve(run.key() + ".unfinished");
      Files.writeString(unfinished, format.heading() + "\n" + format.line(run) + "\n");
      Files.move(unfinished, path(run.key()), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write a finished run to " + folder + ": " + e, e);
    }
  }

  private Path path(K key) {
    return folder.resolve(key + ".csv");
  }
}
