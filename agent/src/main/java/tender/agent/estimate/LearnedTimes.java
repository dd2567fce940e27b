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
import tender.work.CoreJson;
import tender.work.Digest;
import tender.work.WholeFile;
import tender.work.WorkOrder;

/**
 * What ended tasks teach of those to come, on the agent's disk. Tasks are alike if their bags have
 * the same name, command and width: the values put into the command, and the input files, may be
 * others. Losing the file costs nothing but what was learned.
 */
final class LearnedTimes {
  private static final Logger LOG = System.getLogger(LearnedTimes.class.getName());
  private static final int MOST_KINDS = 1_000;

  private final Path file;
  private final RecentRuns runs = new RecentRuns(MOST_KINDS);

  private record Stored(List<RecentRuns.Kind> kinds) {}

  LearnedTimes(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      try {
        CoreJson.read(Stored.class, Files.readString(file)).kinds().forEach(runs::remember);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "{0} cannot be read, so learning begins anew: {1}", file, e);
      }
    }
  }

  /** Tasks of a bag have ended well after so long, the last of them last. */
  synchronized void ran(WorkOrder order, List<Long> runMillis) {
    if (runMillis.isEmpty()) {
      return;
    }
    String alike = alike(order);
    runMillis.forEach(millis -> runs.ran(alike, Math.max(1, millis)));
    WholeFile.replace(file, CoreJson.write(Stored.class, new Stored(runs.kinds())));
  }

  synchronized OptionalLong predictMillis(WorkOrder order) {
    return runs.predictMillis(alike(order));
  }

  private static String alike(WorkOrder order) {
    String text = order.name() + "\0" + order.command() + "\0" + order.width();
    return Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
