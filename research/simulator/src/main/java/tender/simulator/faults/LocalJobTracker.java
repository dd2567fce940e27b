package tender.simulator.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.core.model.Job;
import tender.core.model.JobId;

/** The jobs of a site's local users: submitted, promised and completed. */
final class LocalJobTracker {
  private final Map<JobId, TrackedJob> jobs = new LinkedHashMap<>();

  private static final class TrackedJob {
    final Job job;
    @Nullable Job promised;
    boolean completed;

    TrackedJob(Job job) {
      this.job = job;
    }
  }

  void add(Job job) {
    jobs.put(job.id(), new TrackedJob(job));
  }

  void recordPromise(Job promised) {
    TrackedJob tracked = jobs.get(promised.id());
    if (tracked != null) {
      tracked.promised = promised;
    }
  }

  boolean contains(JobId id) {
    return jobs.containsKey(id);
  }

  /** Marks a job as completed and returns the job as promised, if there was a promise. */
  Optional<Job> complete(JobId id) {
    TrackedJob tracked = jobs.get(id);
    if (tracked == null) {
      return Optional.empty();
    }
    tracked.completed = true;
    return Optional.ofNullable(tracked.promised);
  }

  /** Jobs with a promise that are not completed. */
  List<Job> pendingWithPromise() {
    return pending().flatMap(tracked -> Optional.ofNullable(tracked.promised).stream()).toList();
  }

  /** Jobs without a promise that are not completed. */
  List<Job> pendingWithoutPromise() {
    return pending()
        .filter(tracked -> tracked.promised == null)
        .map(tracked -> tracked.job)
        .toList();
  }

  boolean allCompleted() {
    return pending().findAny().isEmpty();
  }

  private Stream<TrackedJob> pending() {
    return jobs.values().stream().filter(tracked -> !tracked.completed);
  }
}
