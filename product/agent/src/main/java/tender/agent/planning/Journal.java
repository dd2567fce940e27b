package tender.agent.planning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tender.core.message.ReservationId;
import tender.core.promise.Slack;
import tender.core.provider.state.ReservationRecord;
import tender.codec.StoredJson;
import tender.bagfile.Digest;
import tender.support.files.AtomicFile;

/**
 * What the agent must not forget, on its own disk: a file for each reservation and one for what was
 * learned, replaced as a whole and forced to the disk before anything else is done.
 */
final class Journal {
  private static final String SUFFIX = ".json";
  private static final String SLACK = "slack";

  private final Path folder;

  Journal(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  void store(ReservationRecord kept) {
    AtomicFile.replace(file(kept.id()), StoredJson.write(ReservationRecord.class, kept));
  }

  /** What the provider has learned of its own promises. */
  void store(Slack slack) {
    AtomicFile.replace(folder.resolve(SLACK), StoredJson.write(Slack.class, slack));
  }

  void forget(ReservationId id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw new UncheckedIOException("The journal cannot be changed at " + file(id) + ".", e);
    }
  }

  /** What was learned so far, by one who wants to keep such a share of its promises. */
  Slack slack(double wantedKept) throws IOException {
    Path file = folder.resolve(SLACK);
    return Files.exists(file)
        ? StoredJson.read(Slack.class, Files.readString(file)).withTargetKept(wantedKept)
        : Slack.withoutObservations(wantedKept);
  }

  /** All that was stored of reservations, the oldest first. */
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

  /** Ids come from the network, and are no names for files. */
  private Path file(ReservationId id) {
    Digest name = Digest.of(id.toString().getBytes(StandardCharsets.UTF_8));
    return folder.resolve(name.hex() + SUFFIX);
  }
}
