package tender.agent.estimate;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.codec.StoredJson;
import tender.core.estimate.RecentRuns;
import tender.support.files.AtomicFile;

/**
 * Run times learned from ended tasks, on the agent's disk. Tasks are of one kind if their bags have
 * the same name, command and width; parameters and input files may differ. If the file is lost, the
 * agent learns again.
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
        StoredJson.read(StoredRunTimes.class, Files.readString(file))
            .kinds()
            .forEach(runs::restore);
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING,
            "Cannot read learned run times; starting without them: file={0}, cause={1}",
            file,
            e);
      }
    }
  }

  /** Records the run times of successful tasks of a bag, latest last. */
  synchronized void recordRuns(WorkOrder order, List<Long> runMillis) {
    if (runMillis.isEmpty()) {
      return;
    }
    String kind = kindOf(order);
    runMillis.forEach(millis -> runs.recordRun(kind, Math.max(1, millis)));
    AtomicFile.replace(
        file, StoredJson.write(StoredRunTimes.class, new StoredRunTimes(runs.kinds())));
  }

  synchronized OptionalLong predictMillis(WorkOrder order) {
    return runs.predictMillis(kindOf(order));
  }

  private static String kindOf(WorkOrder order) {
    String text = order.name() + "\0" + order.command() + "\0" + order.width();
    return Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
