package tender.agent.estimate;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import tender.core.estimate.RecentRuns;
import tender.codec.StoredJson;
import tender.bagfile.Digest;
import tender.support.files.AtomicFile;
import tender.bagfile.WorkOrder;

/**
 * What ended tasks teach of those to come, on the agent's disk. Tasks are alike if their bags have
 * the same name, command and width: the values put into the command, and the input files, may be
 * others. Losing the file costs nothing but what was learned.
 */
final class LearnedRunTimes {
  private static final Logger LOG = System.getLogger(LearnedRunTimes.class.getName());
  private static final int MAX_KINDS = 1_000;

  private final Path file;
  private final RecentRuns runs = new RecentRuns(MAX_KINDS);

  private record StoredRunTimes(List<RecentRuns.TaskKind> kinds) {}

  LearnedRunTimes(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      try {
        StoredJson.read(StoredRunTimes.class, Files.readString(file)).kinds().forEach(runs::restore);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "{0} cannot be read, so learning begins anew: {1}", file, e);
      }
    }
  }

  /** Tasks of a bag have ended well after so long, the last of them last. */
  synchronized void recordRuns(WorkOrder order, List<Long> runMillis) {
    if (runMillis.isEmpty()) {
      return;
    }
    String alike = kindOf(order);
    runMillis.forEach(millis -> runs.recordRun(alike, Math.max(1, millis)));
    AtomicFile.replace(file, StoredJson.write(StoredRunTimes.class, new StoredRunTimes(runs.kinds())));
  }

  synchronized OptionalLong predictMillis(WorkOrder order) {
    return runs.predictMillis(kindOf(order));
  }

  private static String kindOf(WorkOrder order) {
    String text = order.name() + "\0" + order.command() + "\0" + order.width();
    return Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
