package tender.agent.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tender.agent.batch.BatchSystemException.Kind;
import tender.core.model.Time;

/**
 * Equal tasks that are submitted at once.
 *
 * @param name chosen before it is submitted, and for no other array ever
 * @param folder of the chunk ({@code PartFolder.writeChunk}), which says what the tasks are
 * @param size how many tasks
 * @param width processors that each takes
 * @param limitMillis how long each may run; a batch system may round it up, to whole minutes say
 * @param atOnce how many may run at a time
 * @param hold the {@link BatchReservation} whose processors they may use too
 */
public record ArrayJob(
    String name,
    Path folder,
    int size,
    int width,
    long limitMillis,
    int maxRunning,
    Optional<String> reservation) {
  public ArrayJob {
    SafeNames.require(name, "An array's name");
    reservation.ifPresent(held -> SafeNames.require(held, "A hold's name"));
    if (!folder.isAbsolute()) {
      throw new IllegalArgumentException("The chunk's folder " + folder + " must be absolute.");
    }
    if (size < 1 || width < 1 || maxRunning < 1) {
      throw new IllegalArgumentException(
          ("The array %s has %d tasks of %d processors, %d at once;"
                  + " each of these numbers must be at least 1.")
              .formatted(name, size, width, maxRunning));
    }
    Time.requireDuration(limitMillis, "that limits a task of " + name);
  }

  /** Whether the batch system's id of the array stands in the chunk's folder. */
  public boolean isSubmitted() {
    return Files.exists(jobIdFile());
  }

  /** Notes the batch system's id of the array, so that it is not submitted again. */
  public void recordSubmitted(String id) {
    Path written = folder.resolve("job.new");
    try {
      Files.writeString(written, id + "\n");
      Files.move(written, jobIdFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The array %s is submitted as %s, but %s cannot be written: %s"
              .formatted(name, id, jobIdFile(), e.getMessage()),
          e);
    }
  }

  private Path jobIdFile() {
    return folder.resolve("job");
  }
}
