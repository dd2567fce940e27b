package tender.cli.slurm.queue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.PartsResponse;
import tender.cli.client.response.TaskResponse;
import tender.cli.slurm.job.ArrayIndexes;

/** A row of {@code squeue} or {@code sacct}: tasks of a job that are in the same state. */
public final class JobRow {
  /** Why a bag without a promise waits, by its state. */
  private static final Map<String, String> REASONS =
      Map.of(
          "bidding", "Bidding",
          "calling", "Offers",
          "quoted", "Quote",
          "reserving", "Reserving",
          "held", "Reserving",
          "committing", "Reserving");

  private final JobList list;
  private final Job job;
  private final TaskState state;
  private final int exitCode;

  /** Of its tasks in the bag. */
  private final int[] positions;

  private final List<Integer> arrayIndexes;
  private @Nullable PartsResponse parts;
  private @Nullable TaskResponse task;

  JobRow(JobList list, Job job, TaskState state, int exitCode, int[] positions) {
    this.list = list;
    this.job = job;
    this.state = state;
    this.exitCode = exitCode;
    this.positions = positions.clone();
    List<Integer> all = job.record().indexes();
    arrayIndexes = all.isEmpty() ? List.of() : Arrays.stream(positions).mapToObj(all::get).toList();
  }

  BagResponse bag() {
    return job.bag();
  }

  JobRecord record() {
    return job.record();
  }

  TaskState state() {
    return state;
  }

  int tasks() {
    return positions.length;
  }

  /** The number of the job, with the indexes of an array. */
  String id() {
    long number = job.record().number();
    if (arrayIndexes.isEmpty()) {
      return Long.toString(number);
    }
    return arrayIndexes.size() == 1
        ? number + "_" + arrayIndexes.getFirst()
        : number + "_[" + indexes() + "]";
  }

  /** The number that the task has as SLURM_JOB_ID. */
  long rawId() {
    return job.record().number() + positions[0];
  }

  String indexes() {
    return arrayIndexes.isEmpty()
        ? "N/A"
        : ArrayIndexes.format(arrayIndexes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** As sacct prints it: the exit code, and a signal, which is not known. */
  String exitCode() {
    return exitCode == JobTasks.OUT_OF_MEMORY ? "0:125" : exitCode + ":0";
  }

  /** Why the tasks wait; empty if they do not. */
  Optional<String> reason() {
    return state == TaskState.PENDING
        ? Optional.of(REASONS.getOrDefault(bag().state(), "Placement"))
        : Optional.empty();
  }

  /** The providers that have the tasks; of several tasks all that have some of the bag. */
  String providers() {
    if (state == TaskState.PENDING) {
      return "";
    }
    if (isEndedTask()) {
      String provider = task().provider();
      return provider == null ? "" : provider;
    }
    return parts().parts().stream()
        .filter(part -> state != TaskState.RUNNING || part.isActive())
        .map(PartsResponse.PlacedPart::provider)
        .distinct()
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** The start of the task; of tasks that are at providers, when the first of them was placed. */
  Optional<Instant> started() {
    if (isEndedTask()) {
      return Optional.ofNullable(task().started());
    }
    return state == TaskState.RUNNING
        ? parts().parts().stream()
            .filter(PartsResponse.PlacedPart::isActive)
            .map(PartsResponse.PlacedPart::placed)
            .min(Instant::compareTo)
        : Optional.empty();
  }

  /** The end of the task; of tasks that have not ended, the forecast or the promise. */
  Optional<Instant> ended() {
    if (isEndedTask()) {
      return Optional.ofNullable(task().ended());
    }
    BagResponse.Promise promise = bag().promise();
    return Optional.ofNullable(bag().ended())
        .or(() -> Optional.ofNullable(bag().forecast()))
        .or(() -> Optional.ofNullable(promise).map(BagResponse.Promise::by));
  }

  Optional<Long> peakMemoryBytes() {
    return isEndedTask() ? Optional.ofNullable(task().peakMemoryBytes()) : Optional.empty();
  }

  private boolean isEndedTask() {
    return positions.length == 1 && !state.isActive();
  }

  private TaskResponse task() {
    if (task == null) {
      task = list.tasks().task(bag().id(), positions[0]);
    }
    return task;
  }

  private PartsResponse parts() {
    if (parts == null) {
      parts = list.tasks().parts(bag().id());
    }
    return parts;
  }
}
