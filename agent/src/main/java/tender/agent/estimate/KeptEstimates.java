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
import tender.core.model.BagId;
import tender.work.CoreJson;
import tender.work.Digest;
import tender.work.WholeFile;

/**
 * What profilers have found out, a file for each bag, so that none is run twice for a bag: core
 * forgets estimates with its open calls. Only the newest are kept.
 */
final class KeptEstimates {
  private static final int MOST = 1_000;
  private static final String NAME_ENDS = ".json";

  private final Path folder;

  KeptEstimates(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  Optional<Estimate> find(BagId bag) throws IOException {
    try {
      return Optional.of(CoreJson.read(Estimate.class, Files.readString(file(bag))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  void keep(BagId bag, Estimate estimate) throws IOException {
    WholeFile.replace(file(bag), CoreJson.write(Estimate.class, estimate));
    trim();
  }

  private void trim() throws IOException {
    record Aged(Path file, long writtenMillis) {}
    List<Aged> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(one -> one.toString().endsWith(NAME_ENDS)).toList()) {
        files.add(new Aged(file, Files.getLastModifiedTime(file).toMillis()));
      }
    }
    files.sort(Comparator.comparingLong(Aged::writtenMillis));
    for (Aged old : files.subList(0, Math.max(0, files.size() - MOST))) {
      Files.deleteIfExists(old.file());
    }
  }

  /** Ids come from the network, and are no names for files. */
  private Path file(BagId bag) {
    return folder.resolve(
        Digest.of(bag.value().getBytes(StandardCharsets.UTF_8)).hex() + NAME_ENDS);
  }
}
