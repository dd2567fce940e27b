package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.Job;
import tender.core.model.JobId;

/** A site's own users: what they asked for, what they were promised, and what is done. */
final class LocalJobTracker {
  private final Map<JobId, TrackedJob> jobs = new LinkedHashMap<>();

  private static final class TrackedJob {
    final Job job;
    @Nullable Job promised;
    boolean done;

    TrackedJob(Job job) {
      this.job = job;
    }
  }

  void add(Job job) {
    jobs.put(job.id(), new TrackedJob(job));
  }

  void recordPromise(Job promised) {
    TrackedJob asked = jobs.get(promised.id());
    if (asked != null) {
      asked.promised = promised;
    }
  }

  boolean contains(JobId id) {
    return jobs.containsKey(id);
  }

  /** It is done; what was promised for it, if anything was. */
  Optional<Job> complete(JobId id) {
    TrackedJob asked = jobs.get(id);
    if (asked == null) {
      return Optional.empty();
    }
    asked.done = true;
    return Optional.ofNullable(asked.promised);
  }

  /** Those that were promised and are not done. */
  List<Job> pendingWithPromise() {
    List<Job> promised = new ArrayList<>();
    for (TrackedJob asked : jobs.values()) {
      if (!asked.done && asked.promised != null) {
        promised.add(asked.promised);
      }
    }
    return promised;
  }

  /** Those whose users have not heard of a promise. */
  List<Job> pendingWithoutPromise() {
    List<Job> unanswered = new ArrayList<>();
    for (TrackedJob asked : jobs.values()) {
      if (!asked.done && asked.promised == null) {
        unanswered.add(asked.job);
      }
    }
    return unanswered;
  }

  boolean allCompleted() {
    for (TrackedJob asked : jobs.values()) {
      if (!asked.done) {
        return false;
      }
    }
    return true;
  }
}
