package tender.research.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.BitSet;
import tender.core.model.Time;
import tender.simulator.cluster.ClusterSchedule;
import tender.workload.swf.SwfReader;
import tender.workload.swf.SwfRow;
import tender.workload.swf.SwfWriter;

/** Writes a copy of the log with the simulated wait times. */
final class ScheduleFile {
  static final String NAME = "schedule.swf";

  private final ClusterSchedule schedule;

  /** The indexes of the jobs that have been written. */
  private final BitSet written = new BitSet();

  private ScheduleFile(ClusterSchedule schedule) {
    this.schedule = schedule;
  }

  /**
   * Writes a temporary file first, because the target may be the trace itself, and must never be
   * half written.
   */
  static Path write(Path trace, ClusterSchedule schedule, String planner, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(NAME);
    Path unfinished = Files.createTempFile(folder, NAME, ".unfinished");
    try {
      var waits = new ScheduleFile(schedule);
      String note =
          "waits simulated by tender-research sim --planner "
              + planner
              + " --processors "
              + schedule.processors();
      try (SwfReader reader = SwfReader.open(trace);
          SwfWriter writer = SwfWriter.create(unfinished)) {
        writer.copyWithWaits(reader, note, waits::waitSeconds);
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
    return file;
  }

  /** The wait of the row's job; unknown if the row does not match the job with its number. */
  private long waitSeconds(SwfRow row) {
    int place = schedule.indexOf(row.number() >= 0 ? row.number() : row.line());
    if (place < 0
        || written.get(place)
        || schedule.jobs().get(place).submitSeconds() != row.submitSeconds()) {
      return SwfRow.UNKNOWN;
    }
    written.set(place);
    return schedule.waitMillis(place) / Time.SECOND_MILLIS;
  }
}
