package tender.cli.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.TaskRecord;

/** Reads the records of tasks in a result folder. */
final class TaskRecords {
  private TaskRecords() {}

  /** The record of a task; empty if there is none or if it is malformed. */
  static Optional<TaskRecord> find(Path folder, int task) {
    Path file = folder.resolve(Integer.toString(task)).resolve(PackEntry.RECORD);
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(TaskRecord.read(in));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
