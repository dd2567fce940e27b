package tender.agent.provider;

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
import tender.core.provider.Kept;
import tender.work.CoreJson;
import tender.work.Digest;
import tender.work.WholeFile;

/**
 * What the agent must not forget, on its own disk: a file for each reservation and one for what was
 * learned, replaced as a whole and forced to the disk before anything else is done.
 */
final class Journal {
  private static final String NAME_ENDS = ".json";
  private static final String SLACK = "slack";

  private final Path folder;

  Journal(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  void store(Kept kept) {
    WholeFile.replace(file(kept.id()), CoreJson.write(Kept.class, kept));
  }

  /** What the provider has learned of its own promises. */
  void store(Slack slack) {
    WholeFile.replace(folder.resolve(SLACK), CoreJson.write(Slack.class, slack));
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
        ? CoreJson.read(Slack.class, Files.readString(file)).wantingInstead(wantedKept)
        : Slack.wanting(wantedKept);
  }

  /** All that was stored of reservations, the oldest first. */
  List<Kept> read() throws IOException {
    List<Kept> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(NAME_ENDS)).sorted().toList()) {
        all.add(CoreJson.read(Kept.class, Files.readString(file)));
      }
    }
    all.sort((left, right) -> Long.compare(left.sinceMillis(), right.sinceMillis()));
    return all;
  }

  /** Ids come from the network, and are no names for files. */
  private Path file(ReservationId id) {
    Digest name = Digest.of(id.toString().getBytes(StandardCharsets.UTF_8));
    return folder.resolve(name.hex() + NAME_ENDS);
  }
}
