package tender.agent.batch.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import tender.core.model.Time;

/**
 * An array of pilots that runs a chunk of short tasks. Each pilot runs one task after the other,
 * and the array's indexes are those of the pilots.
 *
 * @param pilots how many
 * @param tasks how many tasks they run together
 * @param taskLimitMillis time limit of each task; rounded up to whole seconds
 * @param limitMillis time limit of each pilot
 */
public record PilotArray(int pilots, int tasks, long taskLimitMillis, long limitMillis) {
  private static final String FILE = "pilots";

  public PilotArray {
    if (pilots < 1 || tasks < pilots) {
      throw new IllegalArgumentException(
          "%d pilots for %d tasks: there must be at least one pilot, and one task for each."
              .formatted(pilots, tasks));
    }
    Time.requireDuration(taskLimitMillis, "that limits a pilot's task");
    Time.requireDuration(limitMillis, "that limits a pilot");
  }

  /** The script reads the first line. */
  void write(Path chunk) throws IOException {
    long taskLimitSeconds = Math.ceilDiv(taskLimitMillis, Time.SECOND_MILLIS);
    Files.writeString(
        chunk.resolve(FILE),
        "%d %d %d\n%d\n".formatted(pilots, tasks, taskLimitSeconds, limitMillis));
  }

  /** Reads a chunk's pilots; empty if each of its tasks is a job. */
  public static Optional<PilotArray> read(Path chunk) throws IOException {
    String[] fields;
    try {
      fields = Files.readString(chunk.resolve(FILE)).strip().split("\\s");
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new PilotArray(
              Integer.parseInt(fields[0]),
              Integer.parseInt(fields[1]),
              Long.parseLong(fields[2]) * Time.SECOND_MILLIS,
              Long.parseLong(fields[3])));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("The file of pilots in " + chunk + " is damaged: " + e.getMessage(), e);
    }
  }
}
