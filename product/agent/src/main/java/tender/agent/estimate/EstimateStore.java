package tender.agent.estimate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.codec.StoredJson;
import tender.core.model.BagId;
import tender.support.files.AtomicFile;

/**
 * Results of profilers, one file for each bag, so that a profiler is not run twice: core forgets
 * estimates with its open calls. Only the newest are kept.
 */
final class EstimateStore {
  private static final int MAX_ESTIMATES = 1_000;
  private static final String SUFFIX = ".json";

  private final Path folder;

  EstimateStore(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  Optional<TaskTimeEstimate> find(BagId bag) throws IOException {
    try {
      return Optional.of(StoredJson.read(TaskTimeEstimate.class, Files.readString(file(bag))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  void store(BagId bag, TaskTimeEstimate estimate) throws IOException {
    AtomicFile.replace(file(bag), StoredJson.write(TaskTimeEstimate.class, estimate));
    trim();
  }

  private void trim() throws IOException {
    record Aged(Path file, long writtenMillis) {}
    List<Aged> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(file -> file.toString().endsWith(SUFFIX)).toList()) {
        files.add(new Aged(file, Files.getLastModifiedTime(file).toMillis()));
      }
    }
    files.sort(Comparator.comparingLong(Aged::writtenMillis));
    for (Aged old : files.subList(0, Math.max(0, files.size() - MAX_ESTIMATES))) {
      Files.deleteIfExists(old.file());
    }
  }

  /** Ids come from the network and are not safe as file names. */
  private Path file(BagId bag) {
    return folder.resolve(Digest.of(bag.value().getBytes(StandardCharsets.UTF_8)).hex() + SUFFIX);
  }
}
