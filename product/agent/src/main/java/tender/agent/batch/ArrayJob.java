package tender.agent.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import tender.agent.batch.BatchSystemException.Kind;
import tender.core.model.Time;
import tender.core.resource.TaskRequest;

/**
 * An array of equal tasks that is submitted with one command.
 *
 * @param name chosen before submission and never used for another array
 * @param folder the chunk's folder ({@code PartFolder.writeChunk}), which lists the tasks
 * @param size number of tasks
 * @param width processors per task
 * @param limitMillis time limit of each task; a batch system may round it up, for example to whole
 *     minutes
 * @param maxRunning how many tasks may run at a time
 * @param reservation the {@link BatchReservation} whose processors the tasks may use too
 * @param labels shown to the owner of the cluster
 * @param request what each task requests; empty if it needs only processors
 */
public record ArrayJob(
    String name,
    Path folder,
    int size,
    int width,
    long limitMillis,
    int maxRunning,
    Optional<String> reservation,
    Optional<JobLabels> labels,
    Optional<TaskRequest> request) {
  public ArrayJob {
    SafeNames.require(name, "The array's name");
    reservation.ifPresent(reserved -> SafeNames.require(reserved, "The reservation's name"));
    if (!folder.isAbsolute()) {
      throw new IllegalArgumentException(
          "The chunk's folder is " + folder + ", and must be an absolute path.");
    }
    if (size < 1 || width < 1 || maxRunning < 1) {
      throw new IllegalArgumentException(
          ("The array %s has %d tasks of %d processors, %d running at a time;"
                  + " each of these numbers must be at least 1.")
              .formatted(name, size, width, maxRunning));
    }
    Time.requireDuration(limitMillis, "that limits a task of " + name);
  }

  /** Without labels, for tasks that need only processors. */
  public ArrayJob(
      String name,
      Path folder,
      int size,
      int width,
      long limitMillis,
      int maxRunning,
      Optional<String> reservation) {
    this(
        name,
        folder,
        size,
        width,
        limitMillis,
        maxRunning,
        reservation,
        Optional.empty(),
        Optional.empty());
  }

  /** A copy with labels. */
  public ArrayJob withLabels(JobLabels shown) {
    return new ArrayJob(
        name,
        folder,
        size,
        width,
        limitMillis,
        maxRunning,
        reservation,
        Optional.of(shown),
        request);
  }

  /** A copy whose tasks request something besides processors, or do not. */
  public ArrayJob withRequest(Optional<TaskRequest> requested) {
    return new ArrayJob(
        name, folder, size, width, limitMillis, maxRunning, reservation, labels, requested);
  }

  /** Whether the batch system's id of the array is recorded in the chunk's folder. */
  public boolean isSubmitted() {
    return Files.exists(jobIdFile());
  }

  /** Records the batch system's id of the array, so that the array is not submitted again. */
  public void recordSubmitted(String id) {
    Path written = folder.resolve("job.new");
    try {
      // The array's account may have created a link of this name; a new file never follows one.
      Files.deleteIfExists(written);
      Files.writeString(written, id + "\n", StandardOpenOption.CREATE_NEW);
      Files.move(written, jobIdFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The array %s was submitted as %s, but %s cannot be written: %s"
              .formatted(name, id, jobIdFile(), e.getMessage()),
          e);
    }
  }

  private Path jobIdFile() {
    return folder.resolve("job");
  }
}
