package tender.agent.planning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.codec.StoredJson;
import tender.core.message.ReservationId;
import tender.core.promise.Slack;
import tender.core.provider.state.ReservationRecord;
import tender.support.files.AtomicFile;

/**
 * The agent's state on its own disk: one file for each reservation, and one for the learned slack.
 * Each file is replaced atomically and forced to disk before the agent acts on it.
 */
final class Journal {
  private static final String SUFFIX = ".json";
  private static final String SLACK = "slack";

  private final Path folder;

  Journal(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  void store(ReservationRecord record) {
    AtomicFile.replace(file(record.id()), StoredJson.write(ReservationRecord.class, record));
  }

  /** Stores what the provider has learned about its own promises. */
  void store(Slack slack) {
    AtomicFile.replace(folder.resolve(SLACK), StoredJson.write(Slack.class, slack));
  }

  void forget(ReservationId id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete the journal file " + file(id) + ".", e);
    }
  }

  /** The slack learned so far, for a given share of promises to keep. */
  Slack slack(double reliability) throws IOException {
    Path file = folder.resolve(SLACK);
    return Files.exists(file)
        ? StoredJson.read(Slack.class, Files.readString(file)).withTargetKept(reliability)
        : Slack.withoutObservations(reliability);
  }

  /** All stored reservations, oldest first. */
  List<ReservationRecord> read() throws IOException {
    List<ReservationRecord> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(SUFFIX)).sorted().toList()) {
        all.add(StoredJson.read(ReservationRecord.class, Files.readString(file)));
      }
    }
    all.sort((left, right) -> Long.compare(left.updatedMillis(), right.updatedMillis()));
    return all;
  }

  /** Ids come from the network and are not safe as file names. */
  private Path file(ReservationId id) {
    Digest name = Digest.of(id.toString().getBytes(StandardCharsets.UTF_8));
    return folder.resolve(name.hex() + SUFFIX);
  }
}
